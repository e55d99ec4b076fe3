import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted_tokens = []
    num_accepted = 0
    K = len(draft_tokens)
    for i in range(K):
        p_draft = draft_probs[i]
        p_target = target_probs[i]
        if p_draft == 0:
            accept_prob = 1.0
        else:
            accept_prob = min(1.0, p_target / p_draft)
        r = np.random.uniform()
        if r < accept_prob:
            accepted_tokens.append(draft_tokens[i])
            num_accepted += 1
        else:
            break
    return draft_tokens, num_accepted
