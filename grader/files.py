"""Writes files as a whole or not at all."""

from __future__ import annotations

import os

from grader.errors import UsageError


def write_file(path: str, text: str) -> None:
    """Write a text as UTF-8 with plain newlines, replacing what was there only when complete.

    Raises UsageError, with what the system says, where that is impossible.
    """
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(draft, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from None
