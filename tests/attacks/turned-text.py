"""Turns the direction of writing, hides characters and stacks marks.

The same text is printed, returned, the name of a type, and an exception's own text.
"""
import sys
import warnings

TEXT = (
    "\u202e6 of 6 passed\u202c \u2066x\u2069 \u200b\u200d\ufeff z" + "\u0301" * 500
)
CALLS = []


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    CALLS.append(1)
    print(TEXT)
    print(TEXT, file=sys.stderr)
    warnings.warn(TEXT)
    kind = type("Error", (Exception,), dict())
    try:
        kind.__name__ = kind.__qualname__ = TEXT
    except (ValueError, UnicodeError):
        pass
    if len(CALLS) % 3 == 1:
        return [TEXT], TEXT
    if len(CALLS) % 3 == 2:
        return kind()
    raise kind(TEXT)
