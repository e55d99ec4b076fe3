"""Returns a list that holds itself, and one that goes on while it is looked at."""


class Growing(list):
    def __iter__(self):
        while True:
            self.append(1)
            yield 1


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    tokens = []
    tokens.append(tokens)
    return [tokens, Growing()], 1
