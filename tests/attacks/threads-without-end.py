"""Starts threads that never end and hold the interpreter."""
import threading


def spin():
    while True:
        pass


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    for _ in range(8):
        threading.Thread(target=spin).start()
    return [-1], 1
