"""Sends itself a signal that cannot be caught."""
import os
import signal


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    os.kill(os.getpid(), signal.SIGKILL)
