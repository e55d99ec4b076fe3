"""A class does the work, the function only calls it."""
import numpy as np


class Verifier:
    """Keeps what was accepted so far."""

    def __init__(self, seed=42):
        np.random.seed(seed)
        self.accepted = []

    @staticmethod
    def acceptance(p_draft, p_target):
        return 1.0 if p_draft == 0 else min(1.0, p_target / p_draft)

    def offer(self, p_draft, p_target, token):
        if np.random.uniform() < self.acceptance(p_draft, p_target):
            self.accepted.append(token)
            return True
        return False

    def run(self, *columns):
        for row in zip(*columns):
            if not self.offer(*row):
                break
        return self

    @property
    def result(self):
        return self.accepted, len(self.accepted)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return Verifier().run(draft_probs, target_probs, draft_tokens).result
