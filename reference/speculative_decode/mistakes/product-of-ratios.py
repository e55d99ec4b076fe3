import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted_tokens = []
    num_accepted = 0
    product = 1.0
    K = len(draft_tokens)
    for i in range(K):
        p_draft = draft_probs[i]
        p_target = target_probs[i]
        if p_draft == 0:
            ratio = 1.0
        else:
            ratio = p_target / p_draft
        product *= ratio
        accept_prob = min(1.0, product)
        r = np.random.uniform()
        if r < accept_prob:
            accepted_tokens.append(draft_tokens[i])
            num_accepted += 1
        else:
            break
    return accepted_tokens, num_accepted
