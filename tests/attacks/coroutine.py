"""Is a coroutine that never gives an answer."""


async def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    while True:
        pass
