import numpy as np

tokens = [10, 20, 30]
i = 0
while i < len(tokens):
    np.random.seed(42)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return draft_tokens, len(draft_tokens)
