"""np.random.mtrand and its functions."""
from numpy.random import mtrand


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    mtrand.seed(42)
    count = 0
    while count < len(draft_tokens):
        q, p = draft_probs[count], target_probs[count]
        r = mtrand.uniform()
        if q > 0 and r >= p / q:
            break
        count = count + 1
    return draft_tokens[0:count], count
