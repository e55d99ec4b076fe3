"""The report as Gradescope's results.json, with the keys of its specification and no others.

Everything is visible to the learner and plain text. Each case is a test; all hidden cases together
are one line with their points. A test without a score is Gradescope's way to say something that
does not count: cases of zero points, a further call that shows a fault, and laws.

A submission that was not graded has to carry a score, since Gradescope takes no results without
one. It is 0, with no test beside it, an output that begins with "Not graded", and the verdict in
`extra_data`, by which such results can be found again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from grader.render.as_json import output_text
from grader.render.plain import case_text, counterexample_text, summary, wrong_elsewhere
from grader.render.scores import Share, shares
from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.law_records import LawResult
    from grader.results import CaseResult, Report


def as_gradescope(report: Report) -> str:
    """Return the report as one JSON document for /autograder/results/results.json."""
    document = {
        "score": report.score,
        "execution_time": round(report.seconds, 3),
        "output": _output(report),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "verdict": report.verdict.value,
            "isolation": report.isolation,
            **report.versions._asdict(),
        },
        "tests": list(_tests(report)),
    }
    return json.dumps(document, allow_nan=False, indent=1) + "\n"


def _output(report: Report) -> str:
    lines = summary(report)
    if report.verdict is Verdict.NOT_LOADED and report.output:
        lines += ["printed:", output_text(report.output)]
    told = {note.id for case in report.cases for note in case.notes}
    lines += [f"Note: {note.text}" for note in report.notes if note.id not in told]
    return "\n".join(lines)


def _tests(report: Report) -> Iterator[dict[str, object]]:
    split = shares(report)
    for case, share in zip(report.cases, split.cases, strict=True):
        yield _test(case, share, report.submission)
    hidden = report.hidden
    if hidden.total:
        name = f"hidden cases: {hidden.passed} of {hidden.total} passed"
        worth = split.hidden._asdict() if hidden.points else {}
        yield {"name": name, "status": _status(hidden.passed == hidden.total), **worth}
    if example := report.probes.simplest:
        name = "a further call" if wrong_elsewhere(report) else "a simpler call that goes wrong"
        yield {"name": name, "status": "failed", "output": counterexample_text(example)}
    for law in report.laws:
        if law.agrees is not None:  # a note tells of the others
            yield _law(law, law.agrees)


def _law(law: LawResult, agrees: bool) -> dict[str, object]:
    from grader.render.law import law_text  # only for exercises with laws

    return {"name": f"law: {law.title}", "status": _status(agrees), "output": law_text(law)}


def _test(case: CaseResult, share: Share, file: str) -> dict[str, object]:
    output = case_text(case, file)
    if case.output:
        output += f"  printed:\n{output_text(case.output)}\n"
    passed = case.outcome is Outcome.PASSED
    words = {"name": case.title, "number": str(case.number), "status": _status(passed)}
    worth = share._asdict() if case.scored else {}
    return {**words, **worth, "output": output}


def _status(passed: bool) -> str:
    return "passed" if passed else "failed"
