"""Writes raw bytes to the standard descriptors without end, lines of every length."""
import os


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        os.write(1, b"\n" * 5000)
        os.write(2, bytes(range(256)) * 20)
