"""numpy.random under a short name."""
import numpy.random as npr


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    npr.seed(42)
    out = []
    for i in range(len(draft_tokens)):
        ratio = float("inf") if draft_probs[i] == 0 else target_probs[i] / draft_probs[i]
        if npr.random() < ratio:
            out.append(draft_tokens[i])
        else:
            break
    return out, len(out)
