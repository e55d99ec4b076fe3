"""np.random.uniform with its bounds spelt out."""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted_tokens = []
    num_accepted = 0
    for i in range(0, len(draft_tokens), 1):
        if draft_probs[i] == 0:
            accept_prob = 1.0
        else:
            accept_prob = min(1.0, target_probs[i] / draft_probs[i])
        random_value = np.random.uniform(low=0.0, high=1.0, size=None)
        if random_value < accept_prob:
            accepted_tokens.append(draft_tokens[i])
            num_accepted += 1
        else:
            break
    return accepted_tokens, num_accepted
