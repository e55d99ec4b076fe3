"""Matches a regular expression that takes exponential time."""
import re


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return re.match(r"(a+)+$", "a" * 64 + "b")
