"""Two decorators, one with a wrapper of its own and one that takes an argument."""
import functools
import time

import numpy as np


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        start = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            wrapper.seconds = time.perf_counter() - start

    return wrapper


def seeded(seed):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            np.random.seed(seed)
            return function(*args, **kwargs)

        return wrapper

    return decorate


@timed
@seeded(42)
def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    accepted = []
    for q, p, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if q == 0 else min(1.0, p / q)
        if np.random.uniform() >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)
