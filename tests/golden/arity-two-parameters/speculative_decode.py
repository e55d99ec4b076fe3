import numpy as np


def speculative_decode(draft_probs, target_probs):
    np.random.seed(42)
    accepted = [i for i, (q, p) in enumerate(zip(draft_probs, target_probs)) if p >= q]
    return accepted, len(accepted)
