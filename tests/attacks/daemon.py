"""Leaves a daemon: forked twice, in a session of its own, holding every pipe."""
import os
import time


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                time.sleep(1000)
        os._exit(0)
    return [-1], 1
