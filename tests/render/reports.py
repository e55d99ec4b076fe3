"""Reports to render: a small factory for each kind of thing that grading can come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.law_records import LawEntry, LawResult, LawTable
from grader.results import (
    CaseResult,
    Counterexample,
    Diagnosis,
    Hidden,
    Note,
    Outcome,
    Output,
    Place,
    Probes,
    Report,
    Table,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TITLES = ("i", "token", "draft", "target", "a", "r", "rule")

# The passed form of six cases; the failing ones below replace some of their fields.
SIX = (
    CaseResult(
        "rejects-second-draft",
        1,
        "keeps the first token, rejects the second",
        Outcome.PASSED,
        1,
        "speculative_decode([0.5, 0.5, 0.5], [0.4, 0.4, 0.4], [10, 20, 30])",
        "([10], 1)",
        "([10], 1)",
        why="The first draw is below the ratio, the second is not, and a rejection ends the loop.",
    ),
    CaseResult(
        "keeps-all-three",
        2,
        "keeps all three tokens",
        Outcome.PASSED,
        1,
        "speculative_decode([0.3, 0.3, 0.3], [0.9, 0.9, 0.9], [1, 2, 3])",
        "([1, 2, 3], 3)",
        "([1, 2, 3], 3)",
        why="The target gives each token more probability, so each is accepted for certain.",
    ),
    CaseResult(
        "empty-draft",
        3,
        "an empty draft keeps nothing",
        Outcome.PASSED,
        1,
        "speculative_decode([], [], [])",
        "([], 0)",
        "([], 0)",
        why="With K = 0 there is nothing to examine: no draw, no token, a count of 0.",
    ),
    CaseResult(
        "one-draw-per-token",
        4,
        "keeps all six, one draw for each",
        Outcome.PASSED,
        1,
        "speculative_decode([0.7, 0.1, 0.2, 0.7, 0.6, 0.0], [0.4, 0.1, 1.0, 0.5, 0.3, 0.9], "
        "[7, 0, 9, 7, 3, 5], np.full(10, 0.1))",
        "([7, 0, 9, 7, 3, 5], 6)",
        "([7, 0, 9, 7, 3, 5], 6)",
        why="Every examined token uses up one draw, also a token that is certain to be accepted.",
    ),
    CaseResult(
        "strict-less-than",
        5,
        "a draw equal to the ratio is a rejection",
        Outcome.PASSED,
        1,
        "speculative_decode([1.0, 1.0, 0.3], [0.38, 0.9507143064099162, 0.1], [1, 2, 3])",
        "([1], 1)",
        "([1], 1)",
        why="A token is accepted only when the draw is strictly below the ratio.",
    ),
    CaseResult(
        "zeros-on-either-side",
        6,
        "a draft of 0 is kept, a target of 0 is rejected",
        Outcome.PASSED,
        1,
        "speculative_decode([0.0, 0.6, 0.8, 0.5, 0.001, 0.6], [0.3, 0.7, 0.6, 0.3, 0.0, 0.3], "
        "[0, 4, 1, 7, 0, 7], [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])",
        "([0, 4, 1, 7], 4)",
        "([0, 4, 1, 7], 4)",
        why="A draft probability of 0 means a = 1: no division.",
    ),
)


def report(verdict: Verdict = Verdict.PASSED, **changes: object) -> Report:
    """A report on the six cases, all of them passed unless `changes` say otherwise."""
    whole = Report(
        "speculative_decode",
        "Speculative decoding: verification step",
        "speculative_decode.py",
        verdict,
        cases=SIX,
        score=6,
        max_score=6,
    )
    return whole._replace(**changes)  # type: ignore[arg-type]  # one factory for all fields


def with_cases(changes: dict[int, dict[str, object]], **more: object) -> Report:
    """A failed report whose cases of these numbers differ from passed ones in these fields."""
    cases = tuple(
        case._replace(**changes[case.number])  # type: ignore[arg-type]  # as above
        if case.number in changes
        else case
        for case in SIX
    )
    passed = sum(case.outcome is Outcome.PASSED and case.scored for case in cases)
    return report(Verdict.FAILED, cases=cases, score=passed, **more)


def passed() -> Report:
    """Everything is right."""
    return report()


def passed_with_notes() -> Report:
    """Everything is right, with remarks: one on all cases, one on some, one on the file."""
    numpy_ints = Note("numpy-scalars", "It returns NumPy numbers where plain ones are meant.")
    changed = Note("arguments-changed", "It changes its argument draft_tokens.")
    draws = {1: (3, 2), 5: (3, 2), 6: (6, 5)}
    cases = []
    for case in SIX:
        notes = [numpy_ints]
        if case.number in draws:
            made, needed = draws[case.number]
            notes.append(Note("more-draws", f"Draws made: {made}. The rule makes {needed} here."))
        if case.number in (1, 4):
            notes.append(changed)
        cases.append(case._replace(notes=tuple(notes)))
    return report(
        cases=tuple(cases), notes=(Note("last-definition", "Defined twice: the last counts."),)
    )


def unscored_fails() -> Report:
    """The scored cases pass; one worth no points does not."""
    extra = SIX[2]._replace(
        id="bonus", number=7, title="a bonus", outcome=Outcome.FAILED, points=0, actual="([], 1)"
    )
    return report(cases=(*SIX, extra._replace(reason="The count is 1, not 0.", why="")))


DRAWS = Table(
    TITLES,
    (
        ("0", "7", "0.7", "0.4", "0.571", "0.3745", "keep"),
        ("1", "0", "0.1", "0.1", "1.000", "0.9507", "keep"),
        ("2", "9", "0.2", "1.0", "1.000", "0.7320", "keep"),
        ("3", "7", "0.7", "0.5", "0.714", "0.5987", "keep"),
        ("4", "3", "0.6", "0.3", "0.500", "0.1560", "keep"),
        ("5", "5", "0.0", "0.9", "1.000", "0.1560", "keep"),
    ),
    (True,) * 6,
    3,
)
STOP = Table(
    TITLES,
    (
        ("0", "10", "0.5", "0.4", "0.800", "0.3745", "keep"),
        ("1", "20", "0.5", "0.4", "0.800", "0.9507", "reject"),
        ("2", "30", "0.5", "0.4", "", "", ""),
    ),
    (True, True, False),
    1,
)


def wrong_values() -> Report:
    """Two cases with wrong values, a mistake with a name, a remark on one case."""
    return with_cases(
        {
            1: {
                "outcome": Outcome.FAILED,
                "actual": "([10, 30], 2)",
                "reason": "The list is [10, 30]; expected is [10].",
                "table": STOP,
            },
            4: {
                "outcome": Outcome.FAILED,
                "actual": "([7, 0, 9], 3)",
                "reason": "The list ends after 3 tokens; expected are 6.",
                "table": DRAWS,
                "notes": (Note("fewer-draws", "Draws made: 2. The rule makes 6 here."),),
                "output": Output("ratio 0.5714285714285715 draw 0.3745401188473625\nkept 7\n"),
            },
        },
        diagnosis=Diagnosis(
            "no-draw-when-certain",
            "no draw is made when acceptance is certain",
            "Tokens that are certain to be accepted use up a draw as well. Without it, every "
            "later draw comes too early.",
            True,
        ),
    )


def same_error() -> Report:
    """The same error at the same place in all cases but one; some of them printed."""
    raised: dict[str, object] = {
        "outcome": Outcome.RAISED,
        "actual": "",
        "message": "AttributeError: module 'numpy.random' has no attribute 'uniforn'",
        "place": Place(31, "        r = np.random.uniforn()\n", None, "speculative_decode"),
    }
    noisy = raised | {"output": Output("about to draw\n")}
    return with_cases({1: raised, 2: noisy, 4: raised, 5: raised, 6: raised})


def returns_nothing() -> Report:
    """The same kind of wrong value everywhere: nothing that could be set against the table."""
    nothing: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "actual": "None",
        "reason": "It returned None: a `return` is missing, or it returns nothing.",
        "table": STOP._replace(first_difference=None),
    }
    without_table = nothing | {"table": None}
    return with_cases(dict.fromkeys(range(1, 7), nothing) | {3: without_table})


def endless_loop() -> Report:
    """Two calls never end; the cases after them are not run."""
    late: dict[str, object] = {
        "outcome": Outcome.TIMED_OUT,
        "actual": "",
        "reason": "Stopped after 2 seconds: perhaps a loop never ends.",
    }
    never: dict[str, object] = {
        "outcome": Outcome.NOT_RUN,
        "actual": "",
        "reason": "Not run: two calls before it had to be stopped.",
    }
    return with_cases({2: late, 3: late, 4: never, 5: never, 6: never})


def crashed() -> Report:
    """One call kills the interpreter after printing a lot."""
    return with_cases(
        {
            2: {
                "outcome": Outcome.CRASHED,
                "actual": "",
                "reason": "The process ended by itself with exit code 0.",
                "output": Output(
                    "".join(f"line {number}\n" for number in range(1, 31)),
                    80,
                    "".join(f"line {number}\n" for number in range(111, 123)),
                ),
            },
        }
    )


def passed_printing() -> Report:
    """Everything is right, with prints left in: at load and in a call."""
    cases = (SIX[0]._replace(output=Output("a = 0.8\n\nr = 0.3745")), *SIX[1:])
    return report(cases=cases, output=Output("loaded"))


def wide_characters() -> Report:
    """Text beyond Latin: a file name, a title, an exception, a source line with its column."""
    raised: dict[str, object] = {
        "title": "草稿为空时不保留任何词元计数为零也不抽取随机数因为没有需要检查的词元",
        "outcome": Outcome.RAISED,
        "actual": "",
        "message": "ValueError: größe 概率 ≠ 1",
        "place": Place(7, "\traise ValueError('größe 概率 ≠ 1', draft_probs)", 48, "prüfe"),
    }
    return with_cases({3: raised}, submission="übung/speculative_decode.py")


def not_started() -> Report:
    """The starter as it is."""
    return report(Verdict.NOT_STARTED, cases=(), score=0)


def syntax_error() -> Report:
    """A file that Python cannot read."""
    return report(
        Verdict.NOT_LOADED,
        message="SyntaxError: expected ':'",
        advice="Python cannot read the file before this is mended. The place may also be just "
        "after the mistake.",
        place=Place(26, "    for p_draft, p_target in zip(draft_probs, target_probs)\n", 60),
        cases=(),
        score=0,
    )


def no_such_function() -> Report:
    """A file that loads and prints, without the function."""
    return report(
        Verdict.NOT_LOADED,
        message="speculative_decode.py defines no function speculative_decode",
        advice="It defines speculative_decoding (line 4): rename it.",
        output=Output("hello\n"),
        cases=(),
        score=0,
    )


def no_exercise() -> Report:
    """The file loads, and nothing in it tells which exercise it is for."""
    return report(
        Verdict.NOT_LOADED,
        exercise="",
        heading="",
        submission="my.py",
        message="my.py defines none of the functions speculative_decode, keep_marks, digit_sum.",
        advice="Give your function one of these names, or say which one is meant: --exercise ID.",
        cases=(),
        score=0,
        max_score=0,
    )


def not_graded() -> Report:
    """Our own fault."""
    return report(
        Verdict.NOT_GRADED,
        message="the process that runs submissions did not start",
        advice="This is a fault of the grader, not of your file: please report it.",
        heading="",
        cases=(),
        score=0,
        max_score=0,
    )


EQUAL = Counterexample(
    "speculative_decode([1.0], [0.3745401188473625], [7])",
    "([], 0)",
    "([7], 1)",
    "The list is [7]; expected is [].",
    Table(
        TITLES, (("0", "7", "1.0", "0.3745401188473625", "0.375", "0.3745", "reject"),), (True,), 0
    ),
)


def wrong_elsewhere() -> Report:
    """Six of six, and still wrong on another call."""
    return report(Verdict.FAILED, probes=Probes(38, 40, EQUAL))


def simpler_call() -> Report:
    """A case fails, and a simpler call shows the same."""
    changes: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "actual": "([1, 2, 3], 3)",
        "reason": "The list is [1, 2, 3]; expected is [1].",
    }
    return with_cases({5: changes}, probes=Probes(38, 40, EQUAL))


def hidden_fails() -> Report:
    """All visible cases pass, one hidden one does not; graded in a sandbox."""
    return report(Verdict.FAILED, hidden=Hidden(2, 3), score=8, max_score=9, isolation="bubblewrap")


def long_table() -> Report:
    """Forty rows, wrong in the middle, rejected near the end."""
    rows = tuple(
        (str(row), str(row % 7), "0.25", "0.5", "1.000", f"0.{row:04}", "keep") for row in range(40)
    )
    probabilities = ", ".join(["0.25"] * 40)
    tokens = [row % 7 for row in range(40)]
    changes: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "call": f"speculative_decode([{probabilities}], np.full(40, 0.5), {tokens})",
        "expected": f"({tokens}, 40)",
        "actual": f"({tokens[:20]}, 20)",
        "reason": "The list ends after 20 tokens; expected are 40.",
        "table": Table(TITLES, rows, (True,) * 40, 20),
    }
    return with_cases({2: changes})


ROWS = "[[0.25, 0.25, 0.25, 0.25], [0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]]"
OTHER_ROWS = "[[0.4, 0.2, 0.2, 0.2], [0.3, 0.4, 0.3, 0.0], [0.1, 0.2, 0.3, 0.4]]"


def rows() -> Report:
    """Rows of numbers as arguments: three by four as lists, as arrays, none; empty cells."""
    table = Table(
        ("i", "token", "q", "p", "r", "rule"),
        (
            ("0", "0", "0.25", "0.4", "0.3745", "keep"),
            ("1", "3", "0.4", "0.0", "0.9507", "reject, target 0"),
            ("2", "0", "0.4", "0.1", "", ""),
            ("", "1", "", "", "0.7320", "from the rest"),
        ),
        (True, True, False, True),
        1,
    )
    changes: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "call": f"pick_rows({ROWS}, {OTHER_ROWS}, [0, 3, 0], [0.25, 0.25, 0.25, 0.25])",
        "expected": "([0, 1], 1, 2.4696399999999996)",
        "actual": "([0, 3], 1, 2.46964)",
        "reason": "tokens[1] is 3; expected 1.",
        "table": table,
    }
    arrays: dict[str, object] = {
        "outcome": Outcome.RAISED,
        "call": f"pick_rows(np.array({ROWS}), np.array({OTHER_ROWS}), np.array([0, 3, 0]))",
        "expected": "([0, 1], 1, 2.4696399999999996)",
        "actual": "",
        "message": "ValueError: operands could not be broadcast together with shapes (3,3) (4,)",
        "place": Place(4, "    a = p / q", None, "pick_rows"),
        "reason": "p has the shape (3, 3) there, q (4,). One number for each of draft_tokens "
        "would be (3,).",
    }
    none: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "call": "pick_rows([], [], [], [0.3, 0.05, 0.45, 0.2])",
        "expected": "([2], 0, 1.0)",
        "actual": "([], 0, 1)",
        "reason": "tokens holds 0 items; expected 1 item.",
        "table": None,
    }
    return with_cases({1: changes, 2: arrays, 3: none})


RIGHT_ROW = LawTable(
    "tokens[0]",
    (LawEntry("0", 0.1, 0.1), LawEntry("1", 0.6, 0.6000000000000001), LawEntry("2", 0.3, 0.3)),
)
WRONG_ROW = LawTable(
    "tokens[0]", (LawEntry("0", 0.1, 0.15), LawEntry("1", 0.6, 0.6), LawEntry("2", 0.3, 0.25))
)
COUNTS = LawTable("num_accepted", (LawEntry("0", 0.5, 0.73), LawEntry("1", 0.5, 0.27)))
RIGHT_LAW = LawResult(
    "three-tokens",
    "Three tokens, one drafted",
    "exact",
    True,
    "exactly the target distribution",
    (RIGHT_ROW,),
)
WRONG_LAW = RIGHT_LAW._replace(
    agrees=False,
    sentence="tokens[0] is 0 with probability 0.15 instead of 0.1: 0.05 too much",
    tables=(WRONG_ROW,),
)
WRONG_COUNT = RIGHT_LAW._replace(
    id="how-many-are-kept",
    agrees=False,
    method="sampled",
    samples=20_000,
    sentence="the output is right, but how many are kept is not: num_accepted is 0.27 on average "
    "instead of 0.5",
    tables=(RIGHT_ROW, COUNTS),
    shown=1,
)


def law_right() -> Report:
    """Everything is right, and so is each distribution: one exactly, one as far as samples tell."""
    sampled = RIGHT_LAW._replace(
        id="many-tokens",
        title="A thousand tokens",
        method="sampled",
        samples=20_000,
        sentence="no difference from the target distribution in 20,000 samples",
        tables=(LawTable("tokens[0]", tuple(LawEntry(str(t), 0.05, 0.05) for t in range(20))),),
    )
    return report(laws=(RIGHT_LAW, sampled))


def law_wrong() -> Report:
    """Six of six, and still the distribution is wrong; another mistake's law is known."""
    diagnosis = Diagnosis(
        "samples-the-target",
        "a rejected token is replaced from the target",
        "What the draft gives too rarely is what must come instead: that is the residual.",
        True,
    )
    return report(Verdict.FAILED, laws=(WRONG_LAW,), diagnosis=diagnosis)


def law_wrong_elsewhere() -> Report:
    """A further call is wrong, and so is the distribution, which is told below it."""
    return report(Verdict.FAILED, probes=Probes(38, 40, EQUAL), laws=(WRONG_LAW,))


def law_wrong_too() -> Report:
    """A case fails, and what is wrong with the distribution is how many are kept."""
    changes: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "actual": "([1, 2, 3], 3)",
        "reason": "The list is [1, 2, 3]; expected is [1].",
    }
    return with_cases({5: changes}, laws=(RIGHT_LAW, WRONG_COUNT))


def law_of_one_call() -> Report:
    """Part by part all is right; one call shows that it is not. The probabilities are close."""
    table = LawTable(
        "returned",
        (LawEntry("([0, 1], 2)", 0.25, 0.2500125), LawEntry("([0], 0)", 0.75, 0.7499875)),
    )
    law = WRONG_LAW._replace(
        sentence="over all calls each part is right, but not in each call: here ([0, 1], 2) comes "
        "with probability 0.250013 instead of 0.25: 0.000013 too much",
        tables=(RIGHT_ROW, table),
        shown=1,
        call="speculative_sample([[0.25, 0.75], [0.5, 0.5]], [[0.5, 0.5], [0.75, 0.25]], [0, 1])",
    )
    return report(Verdict.FAILED, laws=(law,), hidden=Hidden(2, 2), score=8, max_score=8)


def law_right_other_draws() -> Report:
    """The distribution is right, and a case fails: told in a note, without the table."""
    changes: dict[str, object] = {
        "outcome": Outcome.FAILED,
        "actual": "([1, 2, 3], 3)",
        "reason": "The list is [1, 2, 3]; expected is [1].",
    }
    note = Note(
        "other-draws",
        "Right distribution, other order of draws. The rule is right; a call that fails makes "
        "other draws, makes them in another order, or is about a special input.",
    )
    return with_cases({5: changes}, laws=(RIGHT_LAW,), notes=(note,))


def law_not_known() -> Report:
    """A distribution that could not be measured changes nothing."""
    law = RIGHT_LAW._replace(
        agrees=None,
        method="",
        sentence="it could not be measured (its calls take too long for so many of them)",
        tables=(),
    )
    told = f"The distribution ({law.title}) is not known: {law.sentence}."
    return report(laws=(law,), notes=(Note("law-not-measured", told),))


EVERY: dict[str, Callable[[], Report]] = {
    build.__name__: build
    for build in (
        passed,
        passed_with_notes,
        passed_printing,
        wide_characters,
        unscored_fails,
        wrong_values,
        same_error,
        returns_nothing,
        endless_loop,
        crashed,
        not_started,
        syntax_error,
        no_such_function,
        no_exercise,
        not_graded,
        wrong_elsewhere,
        simpler_call,
        hidden_fails,
        long_table,
        rows,
        law_right,
        law_wrong,
        law_wrong_elsewhere,
        law_wrong_too,
        law_of_one_call,
        law_right_other_draws,
        law_not_known,
    )
}
