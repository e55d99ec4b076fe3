"""Returns an object whose text never ends, under a type name of a megabyte."""


class Bomb:
    def __repr__(self):
        while True:
            pass

    __str__ = __repr__


Bomb.__name__ = Bomb.__qualname__ = "B" * 1_000_000


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return Bomb(), Bomb()
