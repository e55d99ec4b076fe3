"""Prints null and other control characters and characters that are none.

The same text is printed, returned, the name of a type, and an exception's own text.
"""
import sys
import warnings

TEXT = (
    "a\0b\0\0c\x08\x08\x7f\x85\u2028\u2029\ufffe\U0010ffff\ue000"
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
