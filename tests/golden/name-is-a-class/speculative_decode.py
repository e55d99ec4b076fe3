import numpy as np


class speculative_decode:
    def __init__(self, draft_probs, target_probs, draft_tokens, target_dist_next=None):
        np.random.seed(42)
        self.accepted = list(draft_tokens)
