"""Writes values, and whole cases, as TOML; reads single values from a command line."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

from grader import display
from grader.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping


def argument(text: str) -> tuple[str, object]:
    """Split NAME=VALUE, with VALUE as TOML writes it. Raises UsageError."""
    name, separator, value = text.partition("=")
    if not separator:
        raise UsageError(f"--arg {text} is not NAME=VALUE.", hint="Such as: --arg 'xs=[0.5, 0.1]'")
    return name.strip(), toml_value(value)


def toml_value(text: str) -> object:
    """Return a number, a text or a list as TOML writes it. Raises UsageError."""
    shown = display.one_line(text.strip()) or "Nothing"
    hint = "Write numbers like 0.5, lists like [0.5, 0.25], texts in double quotes."
    try:
        table = tomllib.loads(f"value = {text.strip()}")
    except (ValueError, RecursionError) as error:
        reason = str(error).partition(" (at ")[0]
        raise UsageError(f"{shown} is no value: {reason}.", hint=hint) from None
    if len(table) != 1 or not _is_plain(table["value"]):
        raise UsageError(f"{shown} is no number, text or list.", hint=hint)
    return table["value"]


def _is_plain(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, (bool, int, float, str))


def case_block(fields: Mapping[str, object]) -> str:
    """Return a [[case]] as TOML; fields that are "", [], None or False are left out.

    Raises UsageError for a text with bytes that are no characters.
    """
    lines = [f"{key} = {value_text(value)}" for key, value in fields.items() if not _empty(value)]
    block = "\n".join(["[[case]]", *lines]) + "\n"
    if block.encode("utf-8", "replace").decode() != block:
        raise UsageError("A text holds bytes that are no characters in UTF-8.")
    return block


def _empty(value: object) -> bool:
    return value is None or value is False or value in ("", [])  # points of 0 are not


def value_text(value: object) -> str:
    """Return a number, a text, a list, True and False, or a dict, as TOML writes it on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for one character that TOML wants escaped as well.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else repr(value)
