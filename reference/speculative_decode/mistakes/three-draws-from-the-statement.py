import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    draws = [0.3745, 0.9507, 0.7320]
    accepted = []
    for i in range(len(draft_tokens)):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        if draws[i] < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)
