"""States and what follows each; the loop runs until there is no next state."""
import numpy as np


class Step:
    def __init__(self, drafted, following):
        self.drafted, self.following = drafted, following
        self.tokens, self.kept = [], 0

    def test(self):
        if self.kept == len(self.drafted):
            return self.bonus
        q, p, x = self.drafted[self.kept]
        if np.random.uniform() >= (p[x] / q[x] if q[x] else 1):
            return self.replace
        self.tokens.append(int(x))
        self.kept += 1
        return self.test

    def replace(self):
        q, p, _ = self.drafted[self.kept]
        residual = np.subtract(p, q) * np.greater(p, q)
        return self.sample(residual / residual.sum())

    def bonus(self):
        return None if self.following is None else self.sample(self.following)

    def sample(self, dist):
        self.tokens.append(int(np.random.choice(len(dist), p=dist)))


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    step = Step([*zip(draft_dists, target_dists, draft_tokens)], target_dist_next)
    state = step.test
    while state:
        state = state()
    return step.tokens, step.kept
