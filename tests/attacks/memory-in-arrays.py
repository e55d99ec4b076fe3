"""Asks for an array of many gigabytes."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return np.ones(10**11)
