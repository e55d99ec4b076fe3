"""Recursion on ever shorter lists with an accumulator, as an inner function."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    def go(qs, ps, tokens, done):
        if not tokens:
            return done
        (q, *qs), (p, *ps), (token, *tokens) = qs, ps, tokens
        a = min(1, p / q) if q != 0 else 1
        return go(qs, ps, tokens, [*done, token]) if np.random.uniform() < a else done

    np.random.seed(42)
    result = go(list(draft_probs), list(target_probs), list(draft_tokens), [])
    return result, len(result)
