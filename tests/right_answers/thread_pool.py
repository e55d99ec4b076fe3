"""Works out the ratios in a pool of threads and draws in order afterwards."""
from concurrent.futures import ThreadPoolExecutor

import numpy as np


def acceptance(pair):
    q, p = pair
    return 1.0 if q == 0 else min(1.0, p / q)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    with ThreadPoolExecutor(max_workers=2) as pool:
        ratios = list(pool.map(acceptance, zip(draft_probs, target_probs)))
    np.random.seed(42)
    accepted = []
    for a, token in zip(ratios, draft_tokens):
        if np.random.uniform() >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)
