"""Prints, logging and standard error at every step."""
import logging
import sys

import numpy as np

logging.basicConfig(level=logging.DEBUG)
log = logging.getLogger(__name__)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    print("called with", draft_probs, target_probs, draft_tokens)
    np.random.seed(42)
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        r = np.random.uniform()
        log.debug("a=%.3f r=%.4f", a, r)
        print(f"token {token}: {'keep' if r < a else 'reject'}", file=sys.stderr)
        if r < a:
            accepted.append(token)
        else:
            break
    print("->", accepted)
    return accepted, len(accepted)
