"""Prints without end."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        print("x" * 10_000)
