"""Notebook files for the tests: as Jupyter writes them, with what a test needs changed."""

from __future__ import annotations

import json
from typing import Any

RIGHT = """\
def digit_sum(number, base=10):
    total = 0
    while number > 0:
        number, digit = divmod(number, base)
        total += digit
    return total
"""
WRONG = "def digit_sum(number, base=10):\n    return number\n"


def code(text: str) -> dict[str, Any]:
    """A code cell, with its text in lines as Jupyter saves it."""
    lines = text.splitlines(keepends=True)
    fixed = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    return {**fixed, "source": lines}


def markdown(text: str) -> dict[str, Any]:
    """A cell of text."""
    return {"cell_type": "markdown", "metadata": {}, "source": [text]}


def document(*cells: str | dict[str, Any], **changes: Any) -> bytes:
    """A notebook of these cells; texts are code cells."""
    whole = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    fixed = {"cells": whole, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps({**fixed, **changes}).encode()
