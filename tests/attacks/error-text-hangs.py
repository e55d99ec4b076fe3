"""Raises an exception whose text never ends."""


class Error(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    raise Error
