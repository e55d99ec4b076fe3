import numpy as np

def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    """
    Decide how many of the K drafted tokens the target model keeps.

    Args:
        draft_probs: the draft model's probability of each drafted token (K floats)
        target_probs: the target model's probability of the same tokens (K floats)
        draft_tokens: the K drafted token ids (ints)
        target_dist_next: the target's full distribution after the last
            drafted token, or None; this exercise does not use it

    Returns:
        accepted_tokens: the tokens kept, a prefix of draft_tokens (list of ints)
        num_accepted: how many were kept, from 0 to K (int)
    """
    np.random.seed(42)
    # Write the accept/reject loop here.
    pass
