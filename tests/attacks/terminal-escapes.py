"""Sends commands to the terminal: clears it, retitles it, colours it.

The same text is printed, returned, the name of a type, and an exception's own text.
"""
import sys
import warnings

TEXT = (
    "\x1b[2J\x1b[H\x1b[32m6 of 6 passed\x1b[0m\x1b]0;title\x07\x9b31m\x1bP1$r\x1b\\\r"
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
