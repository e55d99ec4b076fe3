import numpy as np

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    """
    Do one full speculative step: keep, replace, or add a bonus token.

    Args:
        draft_dists: the draft model's distribution at each of the K positions
            (K rows; each holds one probability per token of the vocabulary)
        target_dists: the target model's distribution at the same positions (K rows)
        draft_tokens: the K drafted token ids; draft_tokens[i] was sampled
            from draft_dists[i] (ints)
        target_dist_next: the target's distribution after the last drafted
            token, for the bonus token, or None for no bonus

    Returns:
        tokens: the drafted tokens that are kept, then the replacement of the
            rejected one or the bonus token (list of ints)
        num_accepted: how many drafted tokens were kept, from 0 to K (int)
    """
    np.random.seed(42)
    # Write the step here.
    pass
