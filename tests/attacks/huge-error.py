"""Raises an exception with a text of a hundred megabytes and a chain of causes."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    error = None
    for number in range(100):
        following = ValueError(number)
        following.__cause__ = error
        error = following
    error.args = ("x" * 100_000_000,)
    raise error
