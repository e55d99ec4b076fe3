"""Starts children through subprocess, in sessions of their own, and does not wait."""
import subprocess
import sys

STARTED = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while len(STARTED) < 5:
        code = "import time; time.sleep(1000)  # left-by-an-attack"
        STARTED.append(subprocess.Popen([sys.executable, "-c", code], start_new_session=True))
    return [-1], 1
