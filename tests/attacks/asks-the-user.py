"""Waits for what nobody will type."""
import os
import sys


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    if os.read(0, 10) or sys.stdin.read(10):
        return [-1], 1
    return input("password: ")
