"""Counts for hours in one call of C code, which looks at no signal of Python's."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return sum(range(10**12))
