import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted_tokens = []
    num_accepted = 0
    K = len(draft_tokens)
    for i in range(K):
        p_draft = draft_probs[i]
        p_target = target_probs[i]
        accept_prob = min(1.0, p_target / p_draft)
        num_accepted += 1
        r = np.random.uniform()
        if r < accept_prob:
            accepted_tokens.append(draft_tokens[i])
        else:
            break
    return accepted_tokens, num_accepted
