"""The report as JUnit XML, in the shape that pytest writes and CI systems read.

A suite per submission, a testcase per case. `error` means that something did not run (not-loaded,
not-run, not-graded), `failure` that it ran and is wrong. What does not count, a case of zero
points, is `skipped` when it fails: a suite has failures or errors exactly when the verdict is not
"passed". What fails beyond the visible cases has a testcase of its own: `hidden-cases`,
`further-calls`, and `law-ID` for each law that was looked at, `skipped` if it is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grader import display
from grader.render.as_json import output_text
from grader.render.plain import case_text, counterexample_text, summary, wrong_elsewhere
from grader.results import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grader.law_records import LawResult
    from grader.results import CaseResult, Report

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# A reader of XML turns line breaks and tabs of attributes into spaces unless they are references.
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\n": "&#10;", "\t": "&#9;"})

# The testcase of a submission whose cases did not run is called by what did not come true.
_INSTEAD_OF_CASES = {
    Verdict.NOT_STARTED: ("started", "failure"),
    Verdict.NOT_LOADED: ("loads", "error"),
    Verdict.NOT_GRADED: ("graded", "error"),
}


class _Testcase(NamedTuple):
    """One testcase; `kind` is its result's element: failure, error, skipped or "" (passed)."""

    name: str
    kind: str = ""
    message: str = ""
    text: str = ""
    printed: str = ""
    seconds: float = 0.0


def as_junit(report: Report) -> str:
    """Return the report as a JUnit XML document in ASCII, for any encoding of its carrier."""
    testcases = list(_testcases(report))
    kinds = [testcase.kind for testcase in testcases]
    suite = _element(
        "testsuite",
        {
            "name": report.submission,
            "errors": str(kinds.count("error")),
            "failures": str(kinds.count("failure")),
            "skipped": str(kinds.count("skipped")),
            "tests": str(len(testcases)),
            "time": f"{report.seconds:.3f}",
        },
        _element("properties", {}, *(_property(*pair) for pair in _properties(report).items())),
        *(_testcase(report.exercise or "grader", testcase) for testcase in testcases),
    )
    document = _element("testsuites", {"name": "grade"}, suite)
    xml = f'<?xml version="1.0" encoding="utf-8"?>\n{document}'
    return xml.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _testcases(report: Report) -> Iterator[_Testcase]:
    if report.verdict in _INSTEAD_OF_CASES:
        name, kind = _INSTEAD_OF_CASES[report.verdict]
        printed = output_text(report.output)
        yield _Testcase(name, kind, report.message, "\n".join(summary(report)), printed)
        return
    for case in report.cases:
        yield _of_case(case, report.submission)
    hidden = report.hidden
    if hidden.total:
        kind = "" if hidden.passed == hidden.total else _kind_of_failure(report)
        count = f"hidden cases: {hidden.passed} of {hidden.total} passed"
        yield _Testcase("hidden-cases", kind, count)
    if wrong_elsewhere(report):
        example = report.probes.simplest
        text = counterexample_text(example) if example else ""
        call = f"wrong on {example.call}" if example else "wrong on a further call"
        yield _Testcase("further-calls", "failure", call, text)
    yield from map(_of_law, report.laws)


def _of_law(law: LawResult) -> _Testcase:
    from grader.render.law import law_text, sentence  # only for exercises with laws

    kind = {True: "", False: "failure", None: "skipped"}[law.agrees]
    text = f"{law.title}\n{law_text(law)}"
    return _Testcase(f"law-{law.id}", kind, sentence(law), text)


def _kind_of_failure(report: Report) -> str:
    """Tell hidden cases that count from those of zero points, by what they did to the verdict."""
    return "skipped" if report.verdict is Verdict.PASSED else "failure"


def _of_case(case: CaseResult, file: str) -> _Testcase:
    printed = output_text(case.output)
    if case.outcome is Outcome.PASSED:
        return _Testcase(case.id, printed=printed, seconds=case.seconds)
    message = case.message or case.reason
    text = f"{case.title}\n{case_text(case, file)}"
    if not case.scored:
        message = f"not scored: {message}"
        return _Testcase(case.id, "skipped", message, text, printed, case.seconds)
    kind = "error" if case.outcome is Outcome.NOT_RUN else "failure"
    return _Testcase(case.id, kind, message, text, printed, case.seconds)


def _properties(report: Report) -> dict[str, str]:
    return {
        "verdict": report.verdict.value,
        "score": str(report.score),
        "max_score": str(report.max_score),
        "diagnosis": report.diagnosis.id if report.diagnosis else "",
        "isolation": report.isolation,
        **report.versions._asdict(),
    }


# --- XML -----------------------------------------------------------------------------------------


def _property(name: str, value: str) -> str:
    return _element("property", {"name": name, "value": value})


def _testcase(classname: str, testcase: _Testcase) -> str:
    names = {"classname": classname, "name": testcase.name, "time": f"{testcase.seconds:.3f}"}
    inside = []
    if testcase.kind:
        inside.append(_element(testcase.kind, {"message": testcase.message}, _text(testcase.text)))
    if testcase.printed:
        inside.append(_element("system-out", {}, _text(testcase.printed)))
    return _element("testcase", names, *inside)


def _element(name: str, attributes: Mapping[str, str], *inside: str) -> str:
    pairs = [
        f' {key}="{display.sanitise(value).translate(_IN_ATTRIBUTE)}"'
        for key, value in attributes.items()
    ]
    return f"<{name}{''.join(pairs)}>{''.join(inside)}</{name}>\n"


def _text(text: str) -> str:
    """Escape text; what XML 1.0 cannot hold at all, the sanitiser makes visible."""
    return display.sanitise(text).translate(_IN_TEXT)
