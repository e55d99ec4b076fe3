"""Writes files as a whole or not at all."""

from __future__ import annotations

import os

from grader.errors import UsageError


def write_file(path: str, text: str) -> None:
    """Write a text as UTF-8 with plain newlines, replacing what was there only when complete.

    A link stays a link. A pipe or a device cannot be replaced: it is written to. Raises UsageError,
    with what the system says, where that is impossible.
    """
    try:
        if os.path.isfile(path) or not os.path.exists(path):
            _replace(os.path.realpath(path), text)
        else:
            _fill(path, "w", text)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from None


def _replace(path: str, text: str) -> None:
    # A name that nobody can have put a link at; new files get the mode that the umask says.
    draft = os.path.join(os.path.dirname(path), f".{os.urandom(8).hex()}.tmp")
    try:
        _fill(draft, "x", text)
        os.replace(draft, path)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _fill(path: str, mode: str, text: str) -> None:
    with open(path, mode, encoding="utf-8", newline="\n") as file:
        file.write(text)
