"""Writes bytes that are no UTF-8 to its standard descriptors."""
import os


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    os.write(1, bytes(range(256)) + b"\xe0\n")
    os.write(2, b"\xff\xfe\xf8\xc0\x80")
    return [-1], 1
