"""All uniforms first, then an exponential race for the last token."""
import numpy as np

def multinomial_sample_one_no_sync(probs_sort):
    q = np.random.exponential(1.0, size=len(probs_sort))
    return int(np.argmax(np.asarray(probs_sort) / q))

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    K = len(draft_tokens)
    p = np.array([draft_dists[i][t] for i, t in enumerate(draft_tokens)])
    q = np.array([target_dists[i][t] for i, t in enumerate(draft_tokens)])
    accept = np.minimum(1.0, np.divide(q, p, out=np.ones(K), where=p > 0)) if K else np.ones(0)
    rejected = (np.random.rand(K) >= accept).nonzero()[0]
    if rejected.shape[0] == 0:
        out = [int(t) for t in draft_tokens]
        if target_dist_next is not None:
            out.append(multinomial_sample_one_no_sync(target_dist_next))
        return out, K
    n = int(rejected[0])
    new = np.asarray(target_dists[n]) - np.asarray(draft_dists[n])
    new = np.where(new > 0, new, 0.0)
    new = new / new.sum()
    return [int(t) for t in draft_tokens[:n]] + [multinomial_sample_one_no_sync(new)], n
