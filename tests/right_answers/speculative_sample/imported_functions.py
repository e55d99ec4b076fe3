"""Functions imported by name."""
from numpy import array, maximum
from numpy.random import choice, random_sample, seed


def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    seed(42)
    accepted = []
    for i, token in enumerate(draft_tokens):
        q_i, p_i = array(draft_dists[i]), array(target_dists[i])
        with_zero = q_i[token] == 0
        if with_zero:
            prob = 1
        else:
            prob = min(1, p_i[token] / q_i[token])
        if random_sample() < prob:
            accepted += [token]
        else:
            left = maximum(p_i - q_i, 0)
            return accepted + [int(choice(left.size, p=left / left.sum()))], i
    if target_dist_next is None:
        return accepted, len(accepted)
    return accepted + [int(choice(len(target_dist_next), p=target_dist_next))], len(accepted)
