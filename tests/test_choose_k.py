"""How many tokens to draft: the reference against paper, brute force and theory; the mistake bank.

The reference runs as text in the child, like a submission: this process never imports it.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader import submission
from grader.catalogue import Catalogue
from grader.grading import Grading
from grader.model import Case
from grader.results import DictValue, Returned, Verdict
from grader.runner import Job

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.hint_records import Hints
    from grader.model import Exercise
    from grader.results import Report
    from grader.runner import ZygoteRunner

ROOT = Path(__file__).resolve().parents[1]
ID = "choose_k"
REFERENCE = ROOT / "reference" / ID
MISTAKES = sorted((REFERENCE / "mistakes").glob("*.py"))
RIGHT = sorted((ROOT / "tests/right_answers" / ID).glob("*.py"))
NOTES = {"numpy_numbers": {"numpy-scalars"}}
# By how much of itself the best speed-up is ahead of the next; rounding comes to 1e-14 at most.
LEAST_LEAD = 1e-6
STATEMENT = (ROOT / "exercise" / ID / "statement.md").read_text("utf-8")

# Leviathan et al. 2023, Table 4 (target T5-XXL): k, alpha, c, the speed-up that they expect, and
# the formula's value to three digits.
TABLE_4 = [
    (7, 0.75, 0.02, 3.2, 3.157),
    (7, 0.80, 0.04, 3.3, 3.251),
    (7, 0.82, 0.11, 2.5, 2.497),
    (7, 0.62, 0.02, 2.3, 2.258),
    (5, 0.65, 0.02, 2.4, 2.402),
    (5, 0.73, 0.04, 2.6, 2.619),
]
# Table 1 of the same paper, for c = 0: alpha, k, how much the operations grow, speed-up.
TABLE_1 = [
    (0.6, 2, 1.53, 1.96),
    (0.7, 3, 1.58, 2.53),
    (0.8, 2, 1.23, 2.44),
    (0.8, 5, 1.63, 3.69),
    (0.9, 2, 1.11, 2.71),
    (0.9, 10, 1.60, 6.86),
]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The exercises of this repository."""
    return Catalogue(str(ROOT))


@pytest.fixture(scope="module")
def exercise(catalogue: Catalogue) -> Exercise:
    """The exercise with its cases and probes."""
    return catalogue.exercise(ID)


@pytest.fixture(scope="module")
def hints(catalogue: Catalogue) -> Hints:
    """All learner texts."""
    return catalogue.hints(ID)


@pytest.fixture(scope="module")
def grading(catalogue: Catalogue, zygote: ZygoteRunner) -> Grading:
    """Grades as `grade FILE` does, on one warm runner."""
    return Grading(catalogue, zygote)


@pytest.fixture(scope="module")
def reference(zygote: ZygoteRunner, exercise: Exercise) -> Callable[..., list[Any]]:
    """A function that has a function of a file of the reference answer several calls."""

    def call(function: str, calls: Sequence[tuple[Any, ...]], name: str = "solution") -> list[Any]:
        source = (REFERENCE / f"{name}.py").read_bytes()
        loaded = zygote.load(Job(source, f"{name}.py", None, exercise.limits))
        assert loaded.problem is None
        cases = [Case("any", args, None) for args in calls]
        seen = zygote.call(function, cases, ["first", "second", "third"])
        zygote.end()
        values = [one.ending.value for one in seen if isinstance(one.ending, Returned)]
        assert len(calls) == len(values)
        return values

    return call


def speedup(alpha: float, cost_ratio: float, k: int) -> float:
    """Tokens over time, written apart from the reference."""
    return math.fsum(alpha**i for i in range(k + 1)) / (1 + cost_ratio * k)


def pairs(count: int) -> list[tuple[float, float, int]]:
    """Calls with any alpha, any cost, mostly far below 1, and any limit."""
    numbers = random.Random(42)
    return [
        (numbers.random(), numbers.random() ** numbers.choice([1, 3]), numbers.randrange(25))
        for _ in range(count)
    ]


def graded(grading: Grading, source: str) -> Report:
    """The report on a program."""
    return grading.grade(submission.from_bytes(f"{ID}.py", source.encode()))


# --- the paper -----------------------------------------------------------------------------------


def test_the_speedup_is_that_of_the_papers_table_4(reference: Callable[..., list[Any]]) -> None:
    """Theorem 3.8 for the measured pairs: the formula to three digits, the paper's to its own."""
    found = reference("speedup", [(alpha, c, k) for k, alpha, c, _, _ in TABLE_4])
    assert [formula for *_, formula in TABLE_4] == [round(value, 3) for value in found]
    # They rounded alpha and c for print, so the last digit may be off by one.
    assert [expected for *_, expected, _ in TABLE_4] == pytest.approx(found, abs=0.051)


def test_speedup_and_operations_are_those_of_the_papers_table_1(
    reference: Callable[..., list[Any]],
) -> None:
    """Theorems 3.8 and 3.11 for a draft that costs nothing, to the digits that are printed.

    The operations grow by (1 - alpha) (k + 1) / (1 - alpha^(k+1)): tokens checked over tokens made.
    """
    tokens = reference("expected_tokens", [(alpha, k) for alpha, k, *_ in TABLE_1])
    speedups = reference("speedup", [(alpha, 0.0, k) for alpha, k, *_ in TABLE_1])
    assert [speed for *_, speed in TABLE_1] == [round(value, 2) for value in tokens]
    assert tokens == speedups
    operations = [
        round((k + 1) / made, 2) for (_, k, *_), made in zip(TABLE_1, tokens, strict=True)
    ]
    assert [operation for *_, operation, _ in TABLE_1] == operations


def test_the_statements_table_is_the_papers(reference: Callable[..., list[Any]]) -> None:
    """Each row of the statement holds k, alpha, c, the formula's value and the paper's."""
    rows = re.findall(
        r"^\w+\*? +\w+ +(\d) +(0\.\d+) +(0\.\d+) +(\d\.\d+) +(\d\.\d) ", STATEMENT, re.M
    )
    shown = [(int(k), float(a), float(c), float(paper), float(s)) for k, a, c, s, paper in rows]
    assert TABLE_4 == shown


def test_the_statements_numbers_are_right(reference: Callable[..., list[Any]]) -> None:
    """What the text says of a flat optimum, of a log, of the examples, and of correlated tokens."""
    (best_k, best), shorter = reference("choose_k", [(0.75, 0.02)])[0], speedup(0.75, 0.02, 7)
    assert "the best k is 9, but 7 is only 1.3 %" in STATEMENT
    assert (9, 1.3) == (best_k, round(100 * (1 - shorter / best), 1))
    assert "167 / 87 + 1 = 2.92" in STATEMENT and 2.92 == round(167 / 87 + 1, 2)
    assert "# returns (6, 2.46964)" in STATEMENT and 2.46964 == round(speedup(0.8, 0.1, 6), 9)
    assert "E(6) is 3.9514" in STATEMENT and 3.9514 == round(speedup(0.8, 0, 6), 4)
    # Half of the text, always accepted, takes a quarter of a pass per token, the other half one.
    assert "the whole text at 1.6. Its mean alpha is 0.5, for which E(3) is 1.875" in STATEMENT
    assert (1.6, 1.875) == (2 / (1 / 4 + 1), speedup(0.5, 0, 3))


# --- theory --------------------------------------------------------------------------------------


def test_the_best_of_all_k_is_found(reference: Callable[..., list[Any]]) -> None:
    """For random pairs the answer is the first largest speed-up of all k from 0 to the limit."""
    calls = pairs(1500)
    for (alpha, c, limit), (k, value) in zip(calls, reference("choose_k", calls), strict=True):
        speedups = [speedup(alpha, c, each) for each in range(limit + 1)]
        assert max(speedups) == pytest.approx(value, abs=1e-12)
        assert value == pytest.approx(speedups[k], abs=1e-12)
        assert all(each < value + 1e-12 for each in speedups[:k])


def test_the_stopping_rule_finds_the_same_k(reference: Callable[..., list[Any]]) -> None:
    """The first k whose next token is not worth c S(k) is the best."""
    calls = [(alpha, c, 60) for alpha, c, _ in pairs(1500)]
    for (alpha, c, limit), (k, _) in zip(calls, reference("choose_k", calls), strict=True):
        stops = [n for n in range(limit) if alpha ** (n + 1) <= c * speedup(alpha, c, n)]
        assert k == (stops[0] if stops else limit)
        assert stops == list(range(k, limit))  # it never pays again


def test_speculation_helps_exactly_when_alpha_is_above_c(
    reference: Callable[..., list[Any]],
) -> None:
    """Corollary 3.9: k > 0 if and only if alpha > c; the gain is (1 + alpha) / (1 + c) or more."""
    calls = [(alpha, c) for alpha, c, _ in pairs(1500)]
    for (alpha, c), (k, value) in zip(calls, reference("choose_k", calls), strict=True):
        assert (alpha > c) == (k > 0) == (value > 1)
        if k:
            assert value >= (1 + alpha) / (1 + c) - 1e-12


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.75, 1.0, 0.3, 0.9])
def test_of_equally_good_k_the_smallest_is_taken(
    share: float, reference: Callable[..., list[Any]]
) -> None:
    """With alpha = c, S(0) = S(1) = 1; with both 1 or both 0 every k ties."""
    assert [(0, 1.0)] == reference("choose_k", [(share, share)])


# --- questions that people asked elsewhere -------------------------------------------------------


def test_the_cost_does_not_depend_on_alpha(
    reference: Callable[..., list[Any]], grading: Grading
) -> None:
    """S28: alpha 0.44, five tokens, cost ratio 0.11 give 1.144; alpha in the cost has a name."""
    assert 1.144 == round(reference("speedup", [(0.44, 0.11, 5)])[0], 3)
    source = "def choose_k(a, c, m=16):\n    s = [sum(a**i for i in range(k + 1)) / (1 + a * c * k)"
    source += " for k in range(m + 1)]\n    return s.index(max(s)), max(s)\n"
    diagnosis = graded(grading, source).diagnosis
    assert diagnosis is not None and "alpha-in-the-cost" == diagnosis.id


def test_fewer_than_k_alpha_tokens_are_accepted(
    reference: Callable[..., list[Any]], grading: Grading
) -> None:
    """S28: for alpha 0.8 and eight tokens 3.33 are accepted, not 6.4; k alpha has a name."""
    assert 3.33 == round(reference("expected_tokens", [(0.8, 8)])[0] - 1, 2)
    source = "def choose_k(a, c, m=16):\n    s = [k * a / (1 + c * k) for k in range(m + 1)]\n"
    diagnosis = graded(grading, f"{source}    return s.index(max(s)), max(s)\n").diagnosis
    assert diagnosis is not None and "accepted-is-k-alpha" == diagnosis.id


def test_alpha_may_be_0_or_1_or_almost_1(reference: Callable[..., list[Any]]) -> None:
    """S29: 1 token at 0, k + 1 at 1, and finite and close to k + 1 within 1e-12 of 1."""
    lengths = range(17)
    assert [1.0] * 17 == reference("expected_tokens", [(0.0, k) for k in lengths])
    assert [k + 1.0 for k in lengths] == reference("expected_tokens", [(1.0, k) for k in lengths])
    for alpha in (1 - 1e-12, 1 - 2**-40, math.nextafter(1, 0)):
        near = reference("expected_tokens", [(alpha, k) for k in lengths])
        assert [k + 1.0 for k in lengths] == pytest.approx(near, abs=1e-9)
    assert [(16, 17 / 2.6), (0, 1.0)] == reference("choose_k", [(1.0, 0.1), (0.0, 0.1)])


def test_one_drafted_token_yields_one_plus_alpha(reference: Callable[..., list[Any]]) -> None:
    """S30: the bonus token counts."""
    shares = [0.0, 0.1, 0.5, 0.8, 1.0]
    found = reference("expected_tokens", [(alpha, 1) for alpha in shares])
    assert [1 + alpha for alpha in shares] == found


@pytest.mark.parametrize("first", [0, 1])
def test_the_targets_own_token_counts(
    first: int, reference: Callable[..., list[Any]], grading: Grading
) -> None:
    """S32: 167 accepted tokens in 87 passes make 2.92 per pass; leaving out the bonus has a name.

    A pass of this log has a draft of about three tokens.
    """
    alpha = 0.6
    for _ in range(60):  # the alpha with this mean number of accepted tokens
        alpha += (167 / 87 - alpha - alpha**2 - alpha**3) / 6
    assert 2.92 == round(reference("expected_tokens", [(alpha, 3)])[0], 2)
    source = f"def choose_k(a, c, m=16):\n    best = 0, {first}.0\n    for k in range(m + 1):\n"
    source += "        s = sum(a**i for i in range(1, k + 1)) / (1 + c * k)\n"
    source += "        best = (k, s) if s > best[1] else best\n    return best\n"
    diagnosis = graded(grading, source).diagnosis
    assert diagnosis is not None
    assert ("bonus-left-out", "bonus-left-out-from-one")[first] == diagnosis.id


def test_a_dear_draft_does_not_pay_and_a_free_one_always_does(
    reference: Callable[..., list[Any]],
) -> None:
    """S33: 0 for alpha 0.3 at half a pass; with cost 0 no finite k is best, so max_k decides."""
    assert [(0, 1.0)] == reference("choose_k", [(0.3, 0.5)])
    limits = range(40)
    found = reference("choose_k", [(0.8, 0.0, limit) for limit in limits])
    assert list(limits) == [k for k, _ in found]


# --- the trace -----------------------------------------------------------------------------------


def test_a_table_fits_on_a_screen(exercise: Exercise) -> None:
    """No table has more rows than are shown whole, and each has the row of the best k."""
    for case in (*exercise.cases, *exercise.probes):
        assert isinstance(case.expected, tuple)
        assert len(case.rows) <= 12
        best = [row for row in case.rows if row.cells["k"] == case.expected[0]]
        assert 1 == len(best) and ", the best" in str(best[0].cells["rule"])


def test_the_rows_of_a_table_keep_the_stopping_rule(exercise: Exercise) -> None:
    """A further token is better exactly where its worth is above its price."""
    words = {1: "better", 0: "no gain", -1: "worse"}
    told = Counter[str]()
    for case in (*exercise.cases, *exercise.probes):
        for row in case.rows:
            worth, price, rule = (row.cells[key] for key in ("worth", "price", "rule"))
            if isinstance(worth, float) and isinstance(price, float):
                sign = (worth > price) - (worth < price)
                assert words[sign] == str(rule).split(",")[0]
                told[words[sign]] += 1
    assert set(words.values()) == set(told)


def test_no_right_program_can_fail_a_call_by_rounding(exercise: Exercise) -> None:
    """The best k is ahead by far more than rounding, or ties exactly in a few binary digits."""
    for case in (*exercise.cases, *exercise.probes):
        alpha, c, limit = (*case.args, 16)[:3]
        assert isinstance(alpha, float) and isinstance(c, float) and isinstance(limit, int)
        speedups = [speedup(alpha, c, k) for k in range(limit + 1)]
        best = max(speedups)
        ties = [value for value in speedups if value > best * (1 - LEAST_LEAD)]
        exact = len(set(ties)) == 1 and (alpha * 64).is_integer() and (c * 64).is_integer()
        assert len(ties) == 1 or exact, case.id
        if alpha < 1:
            short = [(1 - alpha ** (k + 1)) / (1 - alpha) / (1 + c * k) for k in range(limit + 1)]
            assert speedups == pytest.approx(short, abs=1e-10), case.id


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((0.5, 0.2, 4), "k = 1 and k = 2 are as good as equal"),
        ((0.9, 0.9, 4), "k = 0 and k = 1 are as good as equal"),
        ((0.1, 0.0, 16), "are as good as equal"),
        ((0.9999999, 0.1, 4), "so close to 1 that the short formula for E(k) is inexact"),
    ],
)
def test_calls_that_rounding_could_decide_are_refused(
    args: tuple[float, ...], words: str, reference: Callable[..., list[Any]]
) -> None:
    """A near tie, and an alpha for which the short formula loses digits, are faults of a case."""
    (told,) = reference("trace", [args], "trace")
    assert isinstance(told, DictValue)
    faults = [dict(fault.pairs) for fault in dict(told.pairs)["faults"]]
    assert any(words in fault["text"] and not fault["boundary"] for fault in faults)


def test_the_curves_show_what_the_rule_says(reference: Callable[..., list[Any]]) -> None:
    """E(k) stays below its ceiling; S(k) is marked where it is largest, where the rates cross."""
    (told,) = reference("curves", [()], "trace")
    pictures = {id: dict(picture.pairs) for id, picture in told.pairs}
    assert ["tokens-per-pass", "speed-up", "stopping-rule"] == list(pictures)
    curves = {id: [dict(c.pairs) for c in picture["curves"]] for id, picture in pictures.items()}
    for curve in (curve for several in curves.values() for curve in several):
        assert ["label", "points", "mark", "ceiling", "style"] == list(curve)
    for curve in curves["tokens-per-pass"]:
        alpha = float(curve["label"].removeprefix("alpha = "))
        assert curve["ceiling"] == pytest.approx(1 / (1 - alpha), abs=1e-6)
        assert [speedup(alpha, 0, k) for k in range(17)] == pytest.approx(
            [y for _, y in curve["points"]], abs=1e-6
        )
        assert all(y < curve["ceiling"] for _, y in curve["points"])
    marked = [*curves["speed-up"], curves["stopping-rule"][0]]
    for curve in marked:
        values = [y for _, y in curve["points"]]
        assert values.index(max(values)) == curve["mark"]
    assert [11, 8, 6, 4, 2, 6] == [curve["mark"] for curve in marked]
    speeds, rates = (dict(map(tuple, curve["points"])) for curve in curves["stopping-rule"])
    assert "dashed" == curves["stopping-rule"][1]["style"]
    above = [k for k in rates if rates[k] > speeds[k]]
    assert curves["stopping-rule"][0]["mark"] == max(above) + 1


# --- right programs ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: str(path.stem))
def test_a_right_program_of_any_style_passes(path: Path, grading: Grading) -> None:
    """It passes all cases and probes, is called nothing, and is told nothing needless."""
    report = grading.grade(submission.from_bytes(f"{ID}.py", path.read_bytes()))
    assert (Verdict.PASSED, None, 6) == (report.verdict, report.diagnosis, report.passed)
    assert report.probes.total == report.probes.agreed >= 30
    assert NOTES.get(path.stem, set()) == {note.id for note in report.notes}


def test_there_are_many_right_programs() -> None:
    """The folder is where the test above looks for them."""
    assert len(RIGHT) >= 30


def test_nothing_is_said_of_random_draws(grading: Grading) -> None:
    """No seed is prescribed: who sets one, or draws, is told nothing about it."""
    solution = (REFERENCE / "solution.py").read_text("utf-8")
    for use in ("np.random.seed(42)", "np.random.uniform()", "np.random.seed(1); np.random.rand()"):
        source = solution.replace(
            "    best_k, best = 0, 1.0", f"    {use}\n    best_k, best = 0, 1.0"
        )
        report = graded(grading, f"import numpy as np\n{source}")
        assert (Verdict.PASSED, ()) == (report.verdict, report.notes)


# --- known mistakes ------------------------------------------------------------------------------


def names_it(hints: Hints, report: Report, mistake: str) -> bool:
    """Whether a report names a mistake, or the group that it belongs to."""
    named = report.diagnosis
    return named is not None and (
        named.id == mistake
        or (named.id in hints.groups and mistake in hints.groups[named.id].members)
    )


STYLES = {
    "the short formula": "(({n}) if alpha == 1 else (1 - alpha ** ({n})) / (1 - alpha))",
    "arrays": "float(np.sum(np.power(float(alpha), np.arange({n}))))",
    "fsum": "math.fsum(alpha ** i for i in range({n}))",
    "a polynomial": "float(np.polyval(np.ones({n}), alpha))",
}


@pytest.mark.parametrize("style", STYLES)
def test_a_mistake_is_named_in_whatever_way_its_sum_is_written(
    style: str, grading: Grading, hints: Hints
) -> None:
    """Other types of numbers, and other last digits, do not hide it."""
    total = re.compile(r"sum\(alpha \*\* i for i in range\(([^()]+)\)\)")
    sources = {path.stem: path.read_text("utf-8") for path in MISTAKES}
    found = {id: source for id, source in sources.items() if total.search(source)}
    for endless in ("max-k-ignored-up-to-999", "max-k-ignored-up-to-1000"):
        del found[endless]  # of a thousand terms, the short formula is off by more than 1e-9
    assert len(found) >= 50
    wrong = []
    for id, source in found.items():
        other = total.sub(lambda match: STYLES[style].format(n=match[1]), source)
        report = graded(grading, f"import math\nimport numpy as np\n{other}")
        if not names_it(hints, report, id):
            wrong.append(id)
    assert [] == wrong


@pytest.mark.parametrize("first", ["0, 0.0", "0, -1", "0, float('-inf')"])
def test_a_mistake_is_named_whatever_the_search_starts_with(first: str, grading: Grading) -> None:
    """How the best so far begins changes no answer, and no name."""
    source = f"""
def choose_k(alpha, cost_ratio, max_k=16):
    best_k, best = {first}
    for k in range(max_k + 1):
        tokens = sum(alpha ** i for i in range(k))
        if tokens / (1 + cost_ratio * k) > best:
            best_k, best = k, tokens / (1 + cost_ratio * k)
    return best_k, best
"""
    diagnosis = graded(grading, source).diagnosis
    assert diagnosis is not None and "exponent-k" == diagnosis.id
