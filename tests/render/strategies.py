"""Any report that grading could come to, with any text where learners or authors have a say."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

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
    Versions,
)
from grader.verdict import scaled

# A report is a large example: some dozens of them, and no long search for a smaller one.
some = settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# What one of the formats could take for its own: commands, markup, line ends, what no XML holds.
_WORDS = ("", "word", "two words", "    ")
_TRAPS = (
    "",
    *("::error::x", "::stop-commands::x", "##[error]x", "  ::warning file=a::x", "%0A::error::x"),
    *("</testcase>", "]]>", "<!--", "&amp;", '"', "a,b:c=d", "\x1b[31m", "\x00", "\r", "\n", "\t"),
    *("\u2028", "\u0085", "\ufffe", "\ud800", "\u202e", "```", "nan", "\\u0000"),
)
_rest = st.text(max_size=3)
texts = st.builds("{}{}{}".format, st.sampled_from(_WORDS), st.sampled_from(_TRAPS), _rest)
outputs = st.builds(Output, texts, st.integers(0, 99), texts)
places = st.builds(
    Place, st.integers(1, 999), texts, column=st.none() | st.integers(1, 70), function=texts
)
notes = st.lists(st.builds(Note, texts, texts), max_size=2).map(tuple)
points = st.integers(0, 5) | st.sampled_from([0.1, 0.25, 2.5, 0.3333])
seconds = st.floats(0, 100)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Decision tables of a few rows."""
    titles = tuple(draw(st.lists(texts, min_size=1, max_size=3)))
    count = draw(st.integers(0, 4))
    rows = tuple(tuple(draw(texts) for _ in titles) for _ in range(count))
    difference = draw(st.none() | st.integers(0, count - 1)) if count else None
    return Table(titles, rows, (True,) * count, difference)


@st.composite
def cases(draw: st.DrawFn, number: int) -> CaseResult:
    """One case that ended in any way."""
    return CaseResult(
        draw(texts),
        number,
        draw(texts),
        draw(st.sampled_from(Outcome)),
        draw(points),
        draw(texts),
        draw(texts),
        draw(texts),
        draw(texts),
        draw(texts),
        draw(texts),
        draw(st.none() | places),
        draw(outputs),
        draw(notes),
        draw(st.none() | tables()),
        draw(texts),
        draw(seconds),
    )


examples = st.builds(Counterexample, texts, texts, texts, texts, st.none() | tables())


@st.composite
def _probes(draw: st.DrawFn) -> Probes:
    total = draw(st.integers(0, 40))
    agreed = draw(st.integers(0, total))
    return Probes(agreed, total, draw(examples) if agreed < total else None)


_shares = st.floats(0, 1)
_law_tables = st.builds(
    LawTable,
    texts,
    st.lists(st.builds(LawEntry, texts, _shares, _shares), max_size=3).map(tuple),
)


@st.composite
def laws(draw: st.DrawFn) -> LawResult:
    """A law that was measured exactly or by samples, or not at all."""
    method = draw(st.sampled_from(["exact", "sampled", ""]))
    words = draw(texts), draw(texts)
    sentence = draw(texts) or "so it is"
    if not method:
        return LawResult(*words, method, None, sentence)
    tables = draw(st.lists(_law_tables, min_size=1, max_size=2).map(tuple))
    shown = draw(st.integers(0, len(tables) - 1))
    samples = draw(st.integers(1, 20_000)) if method == "sampled" else 0
    return LawResult(
        *words, method, draw(st.booleans()), sentence, tables, shown, samples, draw(texts)
    )


@st.composite
def graded_reports(draw: st.DrawFn) -> Report:
    """Reports on cases that ran; score and verdict follow from them as in `grading`."""
    results = tuple(draw(cases(number)) for number in range(1, draw(st.integers(1, 4)) + 1))
    secret = draw(st.lists(st.tuples(points, st.booleans()), max_size=3))
    probes = draw(_probes())
    visible = [(case.points, case.outcome is Outcome.PASSED) for case in results]
    every = [*visible, *secret]
    found = tuple(draw(st.lists(laws(), max_size=2)))
    right = all(ok for worth, ok in every if worth) and probes.agreed == probes.total
    right = right and all(law.agrees is not False for law in found)
    most = draw(st.none() | st.sampled_from([1.0, 10.0, 100.0, 33.3]))
    score, max_score = scaled([p for p, ok in every if ok], [p for p, _ in every], most)
    worth = scaled([p for p, ok in secret if ok], [p for p, _ in secret], None)
    return Report(
        draw(texts),
        draw(texts),
        draw(texts),
        Verdict.PASSED if right else Verdict.FAILED,
        cases=results,
        score=score,
        max_score=max_score,
        probes=probes,
        hidden=Hidden(sum(ok for _, ok in secret), len(secret), *worth, ("hidden-id",)),
        laws=found,
        diagnosis=draw(st.none() | st.builds(Diagnosis, texts, texts, texts, st.booleans())),
        notes=draw(notes),
        isolation=draw(st.sampled_from(["none", "bubblewrap", "user"])),
        versions=draw(st.builds(Versions, texts, texts, texts, texts)),
        seconds=draw(seconds),
    )


@st.composite
def ungraded_reports(draw: st.DrawFn) -> Report:
    """Reports on files whose cases did not run."""
    verdicts = (Verdict.NOT_STARTED, Verdict.NOT_LOADED, Verdict.NOT_GRADED)
    return Report(
        draw(texts),
        draw(texts),
        draw(texts),
        draw(st.sampled_from(verdicts)),
        draw(texts),
        draw(texts),
        draw(st.none() | places),
        notes=draw(notes),
        output=draw(outputs),
        seconds=draw(seconds),
    )


any_reports = graded_reports() | ungraded_reports()
