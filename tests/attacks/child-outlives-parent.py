"""Ends at once, while a child holds its pipes and sleeps."""
import os
import time


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
