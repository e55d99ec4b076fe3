"""Fills the memory with lists."""


ROWS = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        ROWS.append([0] * 1_000_000)
