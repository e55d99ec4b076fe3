"""Leaves a daemon with an empty environment and another name, by which nobody would know it."""
import os
import sys


STARTED = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if not STARTED and os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = "import time; time.sleep(1000)  # left-by-an-attack"
            os.execve(os.path.realpath(sys.executable), ["quiet", "-c", code], {})
        os._exit(0)
    STARTED.append(True)
    return [-1], 1
