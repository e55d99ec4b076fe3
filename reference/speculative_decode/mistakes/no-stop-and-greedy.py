import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    accepted = [x for x, q, p in zip(draft_tokens, draft_probs, target_probs) if p >= q]
    return accepted, len(accepted)
