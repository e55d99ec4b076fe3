import numpy as np

while True:
    print("warming up " * 200)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return draft_tokens, len(draft_tokens)
