"""What a table says about a class: counts as rows come, then a summary as lines of text. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from grader.errors import ExitCode
from grader.render.layout import Style, attach, break_code, wrap
from grader.results import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grader.batch.rows import Row
    from grader.render.layout import Line

_EXIT_CODES = {
    Verdict.PASSED: ExitCode.OK,
    Verdict.FAILED: ExitCode.FAILED,
    Verdict.NOT_STARTED: ExitCode.FAILED,
    Verdict.NOT_LOADED: ExitCode.FAILED,
    Verdict.NOT_GRADED: ExitCode.NOT_GRADED,
}
_WORDS = {verdict: verdict.value.replace("-", " ") for verdict in Verdict}
_MOST_CALLS = 3
_MOST_MISTAKES = 12


class ToldCase(NamedTuple):
    """What is told of a case: its id, its title and its call as Python text."""

    id: str
    title: str
    call: str


class Told(NamedTuple):
    """What is told of an exercise: its title, its cases in order, and titles of its mistakes."""

    title: str
    cases: Sequence[ToldCase]
    mistakes: Mapping[str, str]


class Tally:
    """Counts rows; its size does not grow with their number."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.judged: Counter[str] = Counter()
        self.failed: Counter[tuple[str, str]] = Counter()
        self.diagnoses: Counter[tuple[str, str]] = Counter()
        self.unnamed: Counter[str] = Counter()
        self.laws: Counter[tuple[str, str]] = Counter()

    def add(self, row: Row) -> None:
        """Count a row."""
        self.verdicts[Verdict(row.verdict)] += 1
        self.judged[row.exercise] += row.total > 0
        for case in row.failed:
            self.failed[row.exercise, case] += 1
        self.laws[row.exercise, row.law] += 1
        if row.diagnosis:
            self.diagnoses[row.exercise, row.diagnosis] += 1
        elif row.verdict == Verdict.FAILED:
            self.unnamed[row.exercise] += 1

    def exit_code(self) -> ExitCode:
        """Return the highest exit code that any row has earned."""
        return max((_EXIT_CODES[verdict] for verdict in self.verdicts), default=ExitCode.OK)


def lines(tally: Tally, told: Mapping[str, Told], width: int) -> list[Line]:
    """Return the summary: verdicts; per exercise the cases, the mistakes, and the hardest calls.

    The exercises come in the order in which they are `told` of; no line takes more than `width`
    columns, as far as words and values allow it.
    """
    total = sum(tally.verdicts.values())
    noun = "submission" if total == 1 else "submissions"
    counts = [f"{tally.verdicts[v]} {_WORDS[v]}" for v in Verdict if tally.verdicts[v]]
    found = wrap([(Style.TITLE, f"{total} {noun}: {', '.join(counts) or 'none'}")], width)
    for exercise in told:
        if tally.judged[exercise]:
            found += _exercise(tally, exercise, told[exercise], width)
    return found


def _exercise(tally: Tally, exercise: str, told: Told, width: int) -> Iterator[Line]:
    judged = tally.judged[exercise]
    yield []
    yield from wrap(
        [(Style.HEADING, f"{told.title}: passed by, of {judged} whose calls ran")], width
    )
    for number, case in enumerate(told.cases, 1):
        passed = judged - tally.failed[exercise, case.id]
        style = Style.PASSED if passed == judged else Style.TEXT
        yield from _hanging(style, f"{_share(passed, judged)}  {number:>2}  ", case.title, width)
    right, wrong = tally.laws[exercise, "right"], tally.laws[exercise, "wrong"]
    if right or wrong:
        share = f"{_share(right, judged)}      "
        yield from _hanging(Style.TEXT, share, "the right distribution", width)
    diagnoses = {key[1]: n for key, n in tally.diagnoses.most_common() if key[0] == exercise}
    unnamed = tally.unnamed[exercise]
    if diagnoses or unnamed:
        yield []
        yield [(Style.HEADING, "What they look like")]
        for mistake, count in list(diagnoses.items())[:_MOST_MISTAKES]:
            name = told.mistakes.get(mistake, mistake)
            yield from _hanging(Style.TEXT, f"{count:>6}  ", name, width)
        rest = list(diagnoses.values())[_MOST_MISTAKES:]
        if rest:
            yield [(Style.MUTED, f"{sum(rest):>6}  other mistakes, {len(rest)} kinds of them")]
        if unnamed:
            yield [(Style.MUTED, f"{unnamed:>6}  none of the known mistakes")]
    hardest = _hardest(tally, exercise, told)
    if hardest:
        yield []
        yield [(Style.HEADING, "Calls that failed most often")]
        for count, case in hardest:
            head = f"{count:>6}  "
            call = break_code(case.call, width - len(head))
            yield from attach([(Style.TEXT, head)], [[(Style.CODE, line)] for line in call])


def _hanging(style: Style, head: str, text: str, width: int) -> list[Line]:
    """Return a text whose further lines hang below its first, to the right of the head."""
    return attach([(style, head)], wrap([(style, text)], width - len(head)))


def _share(part: int, whole: int) -> str:
    """Return a share as "  97 %  291": cut, so that only all is 100 %."""
    return f"{100 * part // whole:>4} %  {part:>5}"


def _hardest(tally: Tally, exercise: str, told: Told) -> list[tuple[int, ToldCase]]:
    counted = [(tally.failed[exercise, case.id], case) for case in told.cases]
    failed = [pair for pair in counted if pair[0]]
    return sorted(failed, key=lambda pair: -pair[0])[:_MOST_CALLS]
