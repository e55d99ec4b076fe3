import numpy as np


class Verifier:
    def __init__(self, seed):
        self.seed = seed

    def __call__(self, draft_probs, target_probs, draft_tokens, target_dist_next=None):
        np.random.seed(self.seed)
        accepted = []
        for q, p, token in zip(draft_probs, target_probs, draft_tokens):
            a = 1.0 if q == 0 else min(1.0, p / q)
            if np.random.uniform() >= a:
                break
            accepted.append(token)
        return accepted, len(accepted)


speculative_decode = Verifier(seed=42)
