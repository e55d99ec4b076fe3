"""Computes a number with hundreds of millions of digits in one step."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return 9 ** (9**9)
