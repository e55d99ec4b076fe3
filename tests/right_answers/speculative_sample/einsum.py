"""Looks up the drafted tokens with one-hot rows and einsum."""
import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    n = K = len(draft_tokens)
    due = target_dist_next
    if K:
        Q, P = np.array(draft_dists, float), np.array(target_dists, float)
        onehot = np.eye(Q.shape[1])[np.array(draft_tokens)]
        q = np.einsum("kv,kv->k", Q, onehot)
        p = np.einsum("kv,kv->k", P, onehot)
        R = np.maximum(P - Q, 0)
        mass = np.einsum("kv->k", R)
        for i in range(K):
            if np.random.uniform() >= (1.0 if q[i] == 0 else min(1.0, p[i] / q[i])):
                n, due = i, (R[i] / mass[i] if mass[i] > 0 else P[i])
                break
    ret = np.array(draft_tokens[:n], dtype=int).tolist()
    if due is not None:
        ret.append(int(np.random.choice(len(due), p=due)))
    return ret, n
