"""What Gradescope demands of results.json, as its specification says it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, NoReturn

VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
FORMATS = {"text", "html", "simple_format", "md", "ansi"}
TOP = {
    *("score", "execution_time", "output", "output_format", "test_output_format"),
    *("test_name_format", "visibility", "stdout_visibility", "extra_data", "tests", "leaderboard"),
}
TEST = {
    *("score", "max_score", "status", "name", "name_format", "number", "output", "output_format"),
    *("tags", "visibility", "extra_data"),
}
KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("score", "max_score", "execution_time"), (int, float)),
    **dict.fromkeys(("output", "name", "number"), str),
    **dict.fromkeys(("tests", "tags", "leaderboard"), list),
    "extra_data": dict,
}
CHOICES = {
    **dict.fromkeys(("visibility", "stdout_visibility"), VISIBILITIES),
    **dict.fromkeys(
        ("output_format", "test_output_format", "test_name_format", "name_format"), FORMATS
    ),
    "status": {"passed", "failed"},
}


def checked(text: str) -> dict[str, Any]:
    """The results in a file, after each of Gradescope's rules is checked."""

    def refuse(constant: str) -> NoReturn:
        raise AssertionError(f"{constant} is no JSON")

    results = json.loads(text, parse_constant=refuse)
    _check(results, TOP)
    tests = results.get("tests", [])
    for test in tests:
        _check(test, TEST)
    assert "score" in results or (tests and all("score" in test for test in tests))
    assert isinstance(results, dict)
    return results


def _check(values: dict[str, Any], allowed: set[str]) -> None:
    assert values.keys() <= allowed
    for key, value in values.items():
        if key in CHOICES:
            assert value in CHOICES[key]
        else:
            assert isinstance(value, KINDS[key])
            assert not isinstance(value, bool)


def total(results: dict[str, Any], key: str) -> Fraction:
    """The sum of the tests' scores or maximum scores, as the decimals that are written."""
    return sum((Fraction(str(test.get(key, 0))) for test in results["tests"]), Fraction(0))
