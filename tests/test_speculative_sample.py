"""The exercise speculative_sample keeps its promises: cases, probes, known mistakes, texts, laws.

Reference and mistakes run as text in the child, like submissions: this process never imports them.
"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader import content, submission
from grader.authoring import measured
from grader.catalogue import Catalogue
from grader.grading import Grading, Options
from grader.job import Job
from grader.model import Case
from grader.results import DictValue, Outcome, Returned, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.hint_records import Hints
    from grader.model import Exercise
    from grader.results import Report
    from grader.runner import ZygoteRunner

    Row = list[float]
    Run = Callable[..., list[Any]]

ROOT = Path(__file__).resolve().parents[1]
ID = "speculative_sample"
FOLDER = ROOT / "exercise" / ID
REFERENCE = ROOT / "reference" / ID
SOLUTION = (REFERENCE / "solution.py").read_text("utf-8")
MISTAKES = sorted((REFERENCE / "mistakes").glob("*.py"))
RIGHT = sorted((ROOT / "tests/right_answers" / ID).glob("*.py"))
OTHER_ORDER = sorted((ROOT / "tests/right_answers" / ID / "other_order").glob("*.py"))
LAWS = tomllib.loads((FOLDER / "laws.toml").read_text("utf-8"))["law"]
FINDINGS = tomllib.loads((ROOT / "tests/data/laws" / f"{ID}.toml").read_text("utf-8"))
NAMES = ["draft_dists", "target_dists", "draft_tokens", "target_dist_next"]
AS_THIS_EXERCISE = Options(exercise=ID)

# A right program may round otherwise, but not by this much.
LEAST_DOUBT = 0.01
# What grading a right program of another style may tell besides.
NOTES = {
    "numpy_integers": {"numpy-scalars"},
    "copied_generator": {"not-used"},
    "generator_of_the_module": {"not-used"},
    "legacy_bit_generator": {"not-used"},
    "pythons_generator_in_numpys_state": {"other-generator"},
    "random_state": {"not-used"},
    "seeds_in_a_context": {"not-used"},
}
MORE_DRAWS = {
    "as_many_draws_as_can_be_used",
    "hundred_draws_up_front",
    "vectorised_with_the_same_draws",
}


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
def report_on(grading: Grading) -> Callable[[str], Report]:
    """A function that grades a known mistake."""

    def grade(mistake: str) -> Report:
        path = REFERENCE / "mistakes" / f"{mistake}.py"
        return grading.grade(submission.read(str(path)), AS_THIS_EXERCISE)

    return grade


@pytest.fixture(scope="module")
def run(zygote: ZygoteRunner, exercise: Exercise) -> Run:
    """A function that loads a source and returns what a function of it returns to each call."""

    def run_calls(source: str, calls: Sequence[Sequence[Any]], function: str = ID) -> list[Any]:
        loaded = zygote.load(Job(source.encode(), "mine.py", exercise.seed, exercise.limits))
        assert loaded.problem is None
        cases = [Case("any", tuple(args), None) for args in calls]
        endings = [seen.ending for seen in zygote.call(function, cases, NAMES)]
        zygote.end()
        return [plain(ending.value) for ending in endings if isinstance(ending, Returned)]

    return run_calls


def plain(value: Any) -> Any:
    """A value from the child with its dicts as dicts."""
    if isinstance(value, DictValue):
        return {key: plain(item) for key, item in value.pairs}
    return [plain(item) for item in value] if isinstance(value, list) else value


def arguments(table: dict[str, Any]) -> list[Any]:
    """The arguments of a case in a TOML file, in order."""
    return [table["args"].get(name) for name in NAMES]


# --- cases and probes ----------------------------------------------------------------------------


def test_the_six_cases_are_those_agreed(exercise: Exercise) -> None:
    """The calls and results that were agreed for this exercise, number by number."""
    q, p, even = [0.5, 0.3, 0.2], [0.4, 0.5, 0.1], [0.25] * 4
    agreed: list[tuple[tuple[Any, ...], Any]] = [
        (([q] * 3, [p] * 3, [0, 0, 0], [0.2, 0.3, 0.5]), ([0, 1], 1)),
        (
            (
                [[0.2, 0.3, 0.4, 0.1], [0.1, 0.6, 0.2, 0.1]],
                [[0.5, 0.2, 0.2, 0.1], [0.05, 0.1, 0.25, 0.6]],
                [0, 3],
                [0.1, 0.2, 0.35, 0.35],
            ),
            ([0, 3, 3], 2),
        ),
        (([[0.3, 0.7], [0.4, 0.6]], [[0.9, 0.1], [0.2, 0.8]], [0, 1]), ([0, 1], 2)),
        (
            (
                [[0, 0.55, 0.05, 0.05, 0.35], [0.05, 0, 0.35, 0.6, 0]],
                [[0.2, 0.1, 0.15, 0.25, 0.3], [0.3, 0, 0.15, 0.4, 0.15]],
                [1, 3],
                [0.05, 0.55, 0, 0.1, 0.3],
            ),
            ([3], 0),
        ),
        (([], [], [], [0.3, 0.05, 0.45, 0.2]), ([2], 0)),
        (
            (
                [even, [0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]],
                [[0.4, 0.2, 0.2, 0.2], [0.3, 0.4, 0.3, 0], [0.1, 0.2, 0.3, 0.4]],
                [0, 3, 0],
                even,
            ),
            ([0, 1], 1),
        ),
    ]
    assert agreed == [(case.args, case.expected) for case in exercise.cases]


def test_all_rows_sum_to_one(exercise: Exercise) -> None:
    """No right program dies on our data: np.random.choice takes every row as it is (Q11)."""
    calls = [list(call.args) for call in (*exercise.cases, *exercise.probes)]
    rows = [row for call in (*calls, *map(arguments, LAWS)) for row in rows_of(call)]
    assert len(rows) > 150
    assert [] == [row for row in rows if abs(math.fsum(row) - 1) > 1e-12]


def rows_of(call: list[Any]) -> list[Row]:
    """All distributions among the arguments of a call."""
    return [*call[0], *call[1], *[row for row in call[3:] if row is not None]]


def test_no_right_program_can_fail_a_call(exercise: Exercise) -> None:
    """No draw is so near its ratio, or the end of its interval, that rounding could decide.

    A boundary is one on purpose: see the next test.
    """
    close = []
    for call in (*exercise.cases, *exercise.probes):
        for row in call.rows if not call.boundary else ():
            draw: Any = row.cells["draw"]
            ends = [row.cells["acceptance"], *interval(str(row.cells["rule"]))]
            if row.examined and any(abs(draw - end) < LEAST_DOUBT for end in ends if end):
                close.append((call.id, row.cells))
    assert [] == close


def test_a_draw_that_equals_its_acceptance_rejects_in_every_right_way(exercise: Exercise) -> None:
    """The draft is certain, so nothing is divided; rounding makes the target smaller, if at all."""
    (probe,) = [probe for probe in exercise.probes if probe.boundary]
    drafts, targets, tokens, *_ = map(plain, probe.args)
    draw = np.random.RandomState(42).random_sample(2)[1]
    assert (1.0, draw) == (drafts[1][tokens[1]], targets[1][tokens[1]])
    assert np.float32(draw) < draw
    assert math.exp(math.log(draw)) <= draw
    assert draw / (1.0 + 1e-12) < draw
    assert 1.0 == math.fsum(targets[1])
    assert ([0, 1], 1) == probe.expected


def interval(rule: str) -> list[float]:
    """The ends within (0, 1) of the interval that the last row of a table names."""
    ends = re.search(r"\[(\S+), (\S+)\)$", rule)
    return [end for end in map(float, ends.groups() if ends else ()) if 0 < end < 1]


def test_probes_have_no_pair_of_zeros(exercise: Exercise) -> None:
    """No drafted token is impossible for both models: conventions differ there."""
    cells = [row.cells for probe in exercise.probes for row in probe.rows]
    drafted = [row for row in cells if not str(row["rule"]).startswith(("residual", "bonus"))]
    assert len(drafted) > 60
    assert [] == [row for row in drafted if row["draft"] == 0 == row["target"]]


def test_probes_go_from_simple_to_rich(exercise: Exercise) -> None:
    """No probe has fewer drafted tokens than one before it; one is longer than any usual draft."""
    sizes = [len(probe.args[2]) for probe in exercise.probes]  # type: ignore[arg-type]
    assert sorted(sizes) == sizes
    assert {0, 1, 2, 3, 4, 8} == set(sizes)
    assert 30 <= len(sizes) <= 45
    assert {()} == {call.arrays for call in (*exercise.cases, *exercise.probes)}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ("{ROWS}, draft_tokens = [2]", "draft_tokens[0]: 2 is no index of draft_dists[0], which"),
        ("{ROWS}, draft_tokens = [-1]", "draft_tokens[0]: -1 is out of range"),
        (
            "draft_dists = [[0.5, 0.5]], target_dists = [[1.0]], draft_tokens = [0]",
            "target_dists[0]: has 1 item, each row of draft_dists has 2; make them equally long",
        ),
        (
            "{ROWS}, draft_tokens = [0], target_dist_next = [0.5, 0.25, 0.25]",
            "target_dist_next: has 3 items, each row of draft_dists has 2; make them equally long",
        ),
    ],
)
def test_a_slip_in_cases_of_ones_own_is_not_told_to_learners(
    exercise: Exercise, tmp_path: Path, args: str, told: str
) -> None:
    """Tokens outside of their row and rows of another length are refused where they are written."""
    args = args.replace("{ROWS}", "draft_dists = [[0.5, 0.5]], target_dists = [[0.25, 0.75]]")
    path = tmp_path / "own.toml"
    path.write_text(
        f'format_version = 1\n[[case]]\nid = "one"\nargs = {{ {args} }}\n'
        "expected = { tokens = [0], num_accepted = 1 }\n"
    )
    (problem,) = content.check_case_file(str(path), exercise)
    assert (4, "error") == (problem.line, problem.severity)
    assert f'case "one", args.{told}' in str(problem)


def test_the_marked_row_names_the_replacement(exercise: Exercise) -> None:
    """Where the replacement differs, the table marks the rejected token, which says what is due."""
    case = next(case for case in exercise.cases if case.id == "residual-of-three")
    assert ["reject; 3 instead", "", "residual in [0.6, 1)"] == [
        row.cells["rule"] for row in case.rows
    ]


# --- what is right -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: str(path.stem))
def test_a_right_program_passes(path: Path, grading: Grading) -> None:
    """A right program of any style passes all cases and probes and is told nothing needless."""
    report = grading.grade(submission.read(str(path)), AS_THIS_EXERCISE)
    assert (Verdict.PASSED, 6, None) == (report.verdict, report.passed, report.diagnosis)
    assert report.probes.total == report.probes.agreed >= 30
    assert [True, True] == [law.agrees for law in report.laws]
    told = {note.id for case in report.cases for note in case.notes}
    assert NOTES.get(path.stem, set()) == told - ({"more-draws"} & told)
    assert ("more-draws" in told) == (path.stem in MORE_DRAWS)


@pytest.mark.parametrize("path", OTHER_ORDER, ids=lambda path: str(path.stem))
def test_a_right_law_with_other_draws_fails_the_seeded_calls(path: Path, grading: Grading) -> None:
    """Another order of draws is seen in some call, though the law is right, and told to be."""
    report = grading.grade(submission.read(str(path)), AS_THIS_EXERCISE)
    assert Verdict.FAILED == report.verdict
    assert [True, True] == [law.agrees for law in report.laws]
    assert "other-draws" in {note.id for note in report.notes}
    assert {Outcome.PASSED, Outcome.FAILED} >= {case.outcome for case in report.cases}


@pytest.mark.parametrize("path", [*RIGHT, *OTHER_ORDER], ids=lambda path: str(path.stem))
def test_a_program_with_the_right_law_gives_possible_results(path: Path, run: Run) -> None:
    """Whatever the draws: a result that the law gives no probability never comes out."""
    calls = [call for law in LAWS for call, _ in drafts(law)]
    source = path.read_text("utf-8")
    for (tokens, count), told in zip(run(source, calls), laws(run, calls), strict=True):
        numbers = [int(getattr(token, "value", token)) for token in tokens]
        count = int(getattr(count, "value", count))
        assert [numbers, count] in [result for result, _ in told["outcomes"]]


def test_there_are_many_right_programs() -> None:
    """The folders of right programs are where the tests above look for them."""
    assert (len(RIGHT) >= 20, len(OTHER_ORDER) >= 20) == (True, True)
    assert set(NOTES) | MORE_DRAWS <= {path.stem for path in RIGHT}


# --- the law -------------------------------------------------------------------------------------


def laws(run: Run, calls: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """What trace.py says about the law of each call."""
    told = run((REFERENCE / "trace.py").read_text("utf-8"), calls, "law")
    assert len(calls) == len(told)
    return told


def drafts(law: dict[str, Any]) -> Iterator[tuple[list[Any], float]]:
    """The call of a law for every way to draft its tokens, with its probability."""
    q, p, _, following = arguments(law)
    for drafted in itertools.product(*(range(len(row)) for row in q)):
        weight = math.prod(row[token] for row, token in zip(q, drafted, strict=True))
        if weight > 0:
            yield [q, p, list(drafted), following], weight


def by_the_rule(call: list[Any], draws: Sequence[float]) -> tuple[list[int], int]:
    """The result of a call for given uniform draws; written for this test alone."""
    q, p, drafted, following = call
    for i, token in enumerate(drafted):
        if q[i][token] > 0 and draws[i] * q[i][token] >= p[i][token]:
            excess = [max(0.0, b - a) for a, b in zip(q[i], p[i], strict=True)]
            return [*drafted[:i], picked(excess, draws[i + 1])], i
    last = [] if following is None else [picked(following, draws[len(drafted)])]
    return drafted + last, len(drafted)


def picked(weights: Row, draw: float) -> int:
    """The first token whose cumulative weight is above the draw, stretched to their sum."""
    sums = list(itertools.accumulate(weights))
    return next(token for token, end in enumerate(sums) if draw * sums[-1] < end)


CALLS = [call for law in LAWS for call, _ in drafts(law)]
FURTHER = [
    [[], [], [], [0.2, 0.0, 0.8]],
    [[], [], [], None],
    [[[0.5, 0.5]], [[0.1, 0.9]], [0], None],
    [[[0.3, 0.7]], [[0.3, 0.7]], [1], [0.5, 0.5]],
    [[[0.0, 1.0], [1.0, 0.0]], [[0.4, 0.6], [0.0, 1.0]], [0, 0], [1.0, 0.0]],
]


def test_the_law_is_what_enumeration_finds(run: Run) -> None:
    """Between its cuts no draw changes a result, and the cells' sizes add up to its outcomes."""
    calls = [*CALLS, *FURTHER]
    for call, told in zip(calls, laws(run, calls), strict=True):
        assert len(call[2]) + 1 == told["uniforms"] == len(told["cuts"])
        found: dict[str, float] = defaultdict(float)
        for cell in itertools.product(*map(intervals, told["cuts"])):
            result = by_the_rule(call, [(start + end) / 2 for start, end in cell])
            found[repr(list(result))] += math.prod(end - start for start, end in cell)
        stated = {repr(result): share for result, share in told["outcomes"]}
        assert {key for key, share in found.items() if share > 1e-12} == set(stated)
        assert max(abs(share - found[key]) for key, share in stated.items()) < 1e-12


def intervals(cuts: Row) -> list[tuple[float, float]]:
    """The intervals of (0, 1) between cuts."""
    return list(itertools.pairwise([0.0, *cuts, 1.0]))


def test_the_cuts_are_where_a_program_may_change_its_mind(run: Run) -> None:
    """Cuts are in order and inside of (0, 1), and a program that cuts otherwise is seen."""
    for told in laws(run, [*CALLS, *FURTHER]):
        for cuts in told["cuts"]:
            assert cuts == sorted(set(cuts))
            assert all(0 < cut < 1 for cut in cuts)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law["id"]))
def test_the_mixture_over_drafts_is_the_target(law: dict[str, Any], run: Run) -> None:
    """Averaged over drafted tokens, output i is distributed as row i: the claim of the proof."""
    pairs = list(drafts(law))
    assert 1 == pytest.approx(sum(weight for _, weight in pairs), abs=1e-12)
    _, target, _, following = arguments(law)
    wanted = [*target, following]
    rows: list[dict[int, float]] = [defaultdict(float) for _ in wanted]
    told = laws(run, [call for call, _ in pairs])
    for (_, weight), one in zip(pairs, told, strict=True):
        assert 1 == pytest.approx(sum(share for _, share in one["outcomes"]), abs=1e-12)
        for (tokens, _), share in one["outcomes"]:
            for row, token in zip(rows, tokens, strict=False):
                row[token] += weight * share
    for row, dist in zip(rows, wanted, strict=True):
        total = sum(row.values())
        shares = [row[token] / total for token in range(len(dist))]
        assert dist == pytest.approx(shares, abs=1e-12)


def test_the_first_law_tells_rows_apart() -> None:
    """Five tokens and K = 2, zeros on both sides, target rows that differ by 0.2 somewhere."""
    q, p, _, following = arguments(LAWS[0])
    assert (2, 2, [5] * 5) == (len(q), len(p), [len(row) for row in (*q, *p, following)])
    assert 0.0 in q[0]
    assert 0.0 in p[1]
    for one, other in itertools.combinations([*p, following], 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= 0.2


def test_every_mistake_has_one_finding_about_its_law() -> None:
    """What a law check must find out is stated for each known mistake, and for no other."""
    counts = Counter(itertools.chain.from_iterable(FINDINGS.values()))
    assert {path.stem: 1 for path in MISTAKES} == counts
    wrong = [*FINDINGS["output"], *FINDINGS["count"], *FINDINGS["result"]]
    assert len(wrong) >= 24


# How the sentence about the law goes on for each kind of finding.
WORDS = {
    "output": r"tokens\[",
    "count": r"the output is right, but how many are kept is not: ",
    "result": r"tokens is \d long with probability ",
    "reseeded": r"tokens\[",
    "unfinished": r"with probability .* (it raises \w+$|what it returns is no )",
    "right": r"exactly the target distribution$|no difference from the target distribution in ",
}


@pytest.mark.parametrize(("kind", "words"), WORDS.items())
def test_the_finding_about_a_law_is_what_it_must_be(kind: str, words: str) -> None:
    """What is measured of each mistake in the law of five tokens says what is stated here."""
    laws = {id: kept.laws[LAWS[0]["id"]] for id, kept in measured.load(str(ROOT), ID).items()}
    found = {id: laws[id] for id in FINDINGS[kind]}
    assert {kind == "right"} == {law.agrees for law in found.values()}
    assert [] == [id for id, law in found.items() if not re.match(words, law.sentence)]


# --- situations of real learners -----------------------------------------------------------------

SIMPLE_LAW: list[Any] = [[[0.6, 0.3, 0.1]], [[0.1, 0.6, 0.3]]]  # draft, target


def test_rounding_that_leaves_no_residual_falls_back_to_the_target(run: Run) -> None:
    """Q02: draft and target one rounding step apart, and a draw so large that it rejects."""
    patched = f"{SOLUTION}\n\nnp.random.uniform = lambda: 1 - 2.0**-53\n"
    above = math.nextafter(0.5, 1)
    call = [[[above, above]], [[0.5, 0.5]], [0], None]
    assert [([0], 0)] == run(patched, [call])  # the sample's own draw is 0.3745
    assert [{0, 1}] == [
        {tokens[0] for (tokens, count), _ in told["outcomes"] if count == 0}
        for told in laws(run, [call])
    ]


def test_rows_are_after_temperature_and_greedy_is_one_hot(run: Run) -> None:
    """S08: a greedy draft of a against a greedy target of b gives b; the statement says so."""
    assert [([1], 0)] == run(SOLUTION, [[[[1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0]], [0], None]])
    statement = " ".join(content.statement(str(ROOT), ID).split())
    assert "after temperature" in statement
    assert "`[1, 0, 0]` and `[0, 1, 0]`" in statement


def test_a_matching_target_sample_accepts_too_rarely(
    run: Run, report_on: Callable[[str], Report], hints: Hints
) -> None:
    """S09: 0.27 instead of 0.5, with the right output; the mistake's words say both."""
    (q,), (p,) = SIMPLE_LAW
    told = laws(run, [[[q], [p], [token], None] for token in range(3)])
    kept = sum(
        q[token] * share
        for token, one in enumerate(told)
        for (_, count), share in one["outcomes"]
        if count == 1
    )
    assert 0.5 == pytest.approx(kept)
    assert 0.27 == pytest.approx(sum(a * b for a, b in zip(q, p, strict=True)))
    diagnosis = report_on("target-sample-must-match").diagnosis
    assert diagnosis is not None
    assert "target-sample-must-match" == diagnosis.id
    assert "output is right" in diagnosis.explanation
    assert "only by coincidence" in diagnosis.explanation
    assert "neither law" in hints.mistakes["target-sample-must-match-else-residual"].explanation


def test_sampling_the_target_on_rejection_is_named(report_on: Callable[[str], Report]) -> None:
    """S10: the law would become (.15, .60, .25); cases show it too, and the message says why."""
    (q,), (p,) = SIMPLE_LAW
    kept = [min(a, b) for a, b in zip(q, p, strict=True)]
    law = [a + (1 - sum(kept)) * b for a, b in zip(kept, p, strict=True)]
    assert [0.15, 0.6, 0.25] == pytest.approx(law)
    diagnosis = report_on("target-sampled-on-rejection").diagnosis
    assert diagnosis is not None
    assert "target-sampled-on-rejection" == diagnosis.id
    assert "residual" in diagnosis.explanation


SITUATIONS = {
    "S11": ("softmax-of-the-residual", "residual of 0"),
    "S15": ("one-uniform-for-test-and-replacement", "needs a fresh draw"),
    "S16": ("argmax-of-the-residual", "The same token replaces every time"),
    "S17": ("next-distribution-sampled-on-rejection", "rows i"),
    "S19": ("two-tokens-after-the-draft", "followed by one bonus token"),
    "S20": ("target-row-one-ahead", "draft row i and is judged by target row i"),
    "S21": ("table-of-all-tokens-by-all-rows", "the shape is (3, 3), where (3,) is wanted"),
}


@pytest.mark.parametrize(("mistake", "words"), SITUATIONS.values(), ids=SITUATIONS)
def test_the_mistake_of_a_situation_is_named_with_its_reason(
    mistake: str, words: str, report_on: Callable[[str], Report]
) -> None:
    """What real programs did wrong fails a scored case, is named, and is told the reason."""
    report = report_on(mistake)
    assert report.passed < report.total
    assert report.diagnosis is not None
    assert (mistake, True) == (report.diagnosis.id, words in report.diagnosis.explanation)


def test_certain_rejection_of_one_token_is_replaced_from_row_0(run: Run) -> None:
    """S17: exactly one token, from the residual of row 0 and never from the bonus row."""
    call = [[[0.5, 0.5]], [[0.0, 1.0]], [0], [1.0, 0.0]]
    assert [([1], 0)] == run(SOLUTION, [call])
    assert [[[[[1], 0], 1.0]]] == [told["outcomes"] for told in laws(run, [call])]


def test_a_fully_accepted_draft_is_followed_by_one_token(run: Run) -> None:
    """S19: K + 1 tokens, the last from the next distribution; without one exactly K."""
    rows = [[0.5, 0.5]] * 2
    calls = [[rows, rows, [0, 1], [0.0, 0.0, 1.0]], [rows, rows, [0, 1], None]]
    assert [([0, 1, 2], 2), ([0, 1], 2)] == run(SOLUTION, calls)


def test_a_hint_answers_why_the_residual_is_sampled(hints: Hints) -> None:
    """S22: one level of the ladder gives the argument about masses in two lines, without code."""
    hint = next(hint for hint in hints.ladder if hint.id == "why-the-residual")
    lines = hint.text.splitlines()
    assert (2, True) == (len(lines), "min(p, q)" in lines[0])
    assert "max(0, p - q)" in lines[1]
    assert "probability of a rejection" in lines[1]


# --- texts ---------------------------------------------------------------------------------------


def test_the_statement_proves_the_claim_in_five_steps() -> None:
    """The proof is there: the mass kept, rejected, replaced, their sum, and the sequence."""
    page = content.statement(str(ROOT), ID)
    assert ["1", "2", "3", "4", "5"] == re.findall(r"^### Step (\d): ", page, re.MULTILINE)
    last = page[page.index("### Step 5") :]
    assert [] == [word for word in ("chain rule", "fresh", "bonus") if word not in last]


def test_the_examples_of_the_statement_are_true(exercise: Exercise, run: Run) -> None:
    """Each example is one of the cases, and what it says to return is what is returned."""
    page = content.statement(str(ROOT), ID)
    example = re.compile(r"^### .+\n\n```python\n((?:.+\n)+)# returns (.+)\n```", re.MULTILINE)
    blocks = example.findall(page)
    assert 2 == len(blocks)
    for (code, returned), case in zip(blocks, exercise.cases, strict=False):
        lines = code.replace(f"{ID}(", "CALL = (", 1)
        source = f"{lines}\n\ndef call():\n    return CALL\n"
        assert [case.args] == [tuple(call) for call in run(source, [[]], "call")]
        assert repr(case.expected) == returned
