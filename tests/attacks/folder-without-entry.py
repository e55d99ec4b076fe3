"""Leaves folders that nobody may enter, with files inside."""
import os


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    os.makedirs("closed/inner", exist_ok=True)
    open("closed/inner/file", "w").close()
    os.chmod("closed/inner", 0)
    os.chmod("closed", 0)
    os.chmod(".", 0)
    return [-1], 1
