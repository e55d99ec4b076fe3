"""Prints commands that a CI service would carry out.

The same text is printed, returned, the name of a type, and an exception's own text.
"""
import sys
import warnings

TEXT = (
    "::error file=a.py,line=1::x\n  ::set-output name=passed::6\n##[error]x\n::stop-commands::x\n%0A::warning::y"
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
