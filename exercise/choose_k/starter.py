import numpy as np

def choose_k(alpha, cost_ratio, max_k=16):
    """
    Choose how many tokens the draft model proposes before each target pass.

    Args:
        alpha: chance that a drafted token is accepted, from 0 to 1 (float)
        cost_ratio: time of one draft step / time of one target pass,
            0 or more (float)
        max_k: the largest k allowed, 0 or more (int)

    Returns:
        k: the best number of drafted tokens, from 0 to max_k; the smallest
            of several that are equally good (int)
        speedup: the speed-up at this k (float)
    """
    # Compare the speed-up of every k here.
    pass
