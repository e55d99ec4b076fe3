"""A class around the generator."""
import numpy as np


class Sampler:
    def __init__(self, seed):
        np.random.seed(seed)
        self.uniform = np.random.uniform
        self.tokens = []

    def keeps(self, q, p, token):
        return self.uniform() < (min(1.0, p[token] / q[token]) if q[token] else 1.0)

    def add(self, dist):
        self.tokens.append(int(np.random.choice(len(dist), p=dist)))

    def run(self, qs, ps, xs, following):
        for q, p, x in zip(qs, ps, xs):
            if not self.keeps(q, p, x):
                gap = np.where(np.greater(p, q), np.subtract(p, q), 0.0)
                self.add(gap / gap.sum())
                return self.tokens, len(self.tokens) - 1
            self.tokens.append(x)
        if following is not None:
            self.add(following)
        return self.tokens, len(xs)


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    return Sampler(42).run(draft_dists, target_dists, draft_tokens, target_dist_next)
