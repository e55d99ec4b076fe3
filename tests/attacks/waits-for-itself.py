"""Waits for a lock that it holds."""
import threading


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
