"""Reports for machines are there whatever happens, are true, and tell nothing that is hidden."""

from __future__ import annotations

import json
import os
import stat
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from grader import cli, reports
from grader.errors import ChildError, ContentError, SubmissionError, UsageError
from grader.files import write_file
from grader.grading import Grading
from grader.render import as_json
from grader.results import Verdict
from tests.command import grade
from tests.render import reports as examples
from tests.render.gradescope_rules import checked as gradescope
from tests.render.runner_rules import obeyed
from tests.render.test_as_junit import checked as junit
from tests.render.test_as_junit import results as junit_results

SCHEMA = json.loads(Path(as_json.__file__).with_name("report.schema.json").read_text("utf-8"))
RIGHT = """\
import numpy as np


def speculative_decode(draft_probs, target_probs, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    accepted = []
    for p, q, token in zip(draft_probs, target_probs, draft_tokens):
        a = 1.0 if p == 0 else min(1, q / p)
        if np.random.uniform() >= a:
            break
        accepted.append(token)
    return accepted, len(accepted)
"""
WRONG = RIGHT.replace(">= a", "> a")
DOCUMENTS = ("json", "junit", "gradescope")


def doing(statements: str, source: str = RIGHT) -> str:
    """A submission that does something more at the start of every call."""
    lines = textwrap.indent(f"{statements}\nnp.random.seed(42)\n", "    ")
    return source.replace("    np.random.seed(42)\n", lines)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdict(path: Path) -> str:
    """The verdict in a report file, whatever its format; its rules are checked."""
    text = path.read_text("utf-8")
    if path.suffix == ".xml":
        properties = {each.get("name"): each.get("value") for each in junit(text).iter("property")}
        return properties["verdict"] or ""
    if path.suffix == ".gradescope":
        return str(gradescope(text)["extra_data"]["verdict"])
    document = json.loads(text)
    Draft202012Validator(SCHEMA).validate(document)
    return str(document["verdict"])


def files(folder: Path) -> tuple[list[str], list[Path]]:
    """The options that ask for a report in every format that has a file, and these files."""
    paths = [folder / "r.json", folder / "r.xml", folder / "r.gradescope"]
    options = [f"{name}={path}" for name, path in zip(DOCUMENTS, paths, strict=True)]
    return [word for option in options for word in ("--report", option)], paths


# --- the values of --report ----------------------------------------------------------------------


def test_targets_are_formats_with_paths(here: Path) -> None:
    """A format may have a path after the first =, and a path may hold more of them."""
    found = reports.targets(["json=a=b.json", "junit", "gradescope=results.json"])
    expected = [("json", "a=b.json"), ("junit", ""), ("gradescope", "results.json")]
    assert expected == found


def test_saying_the_same_twice_is_saying_it_once(here: Path) -> None:
    """Repeating an option does no harm."""
    assert [("github", "")] == reports.targets(["github", "github"])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["jsn"], ["'jsn'", "Did you mean json?"]),
        (["JUnit=a"], ["'JUnit'", "Did you mean junit?"]),
        (["pdf"], ["'pdf'", "Formats: json, junit, gradescope, github."]),
        ([""], ["''", "Formats: json"]),
        (["json="], ["names no path", "--report json=PATH"]),
        (["github=a"], ["takes no path", "--report github"]),
        (["github="], ["takes no path"]),
        (["json", "junit"], ["not json and junit", "--report json=PATH"]),
        (["github", "json"], ["not github and json", "--report json=PATH"]),
        (["json=a", "junit=./a"], ["--report junit=./a would overwrite a."]),
        (["json=my.py"], ["would overwrite my.py."]),
        (["json=cases.toml"], ["would overwrite cases.toml."]),
        (["json=folder"], ["folder is a folder", "--report json=folder/json"]),
        (["json=no/such/a"], ["there is no folder no/such"]),
    ],
)
def test_what_cannot_be_meant_is_wrong_use(values: list[str], words: list[str], here: Path) -> None:
    """Nothing is written before all values are understood; the message says what to do."""
    for name in ("my.py", "cases.toml"):
        (here / name).write_text("x = 1\n")
    (here / "folder").mkdir()
    with pytest.raises(UsageError) as caught:
        reports.targets(values, ["my.py", "cases.toml", ""])
    message = f"{caught.value.message} {caught.value.hint}"
    assert [] == [part for part in words if part not in message]
    assert ["cases.toml", "folder", "my.py"] == sorted(os.listdir(here))


@pytest.mark.parametrize("name", reports.FORMATS)
def test_every_format_is_rendered(name: str) -> None:
    """The names that --report knows are the formats that there are."""
    assert reports.render_report(name, examples.passed()).endswith("\n")


def test_a_format_that_is_none_is_refused() -> None:
    """A caller's slip is no empty report."""
    with pytest.raises(ValueError, match="pdf"):
        reports.render_report("pdf", examples.passed())


# --- writing files -------------------------------------------------------------------------------


def test_a_file_is_written_as_the_umask_says(here: Path) -> None:
    """Others may read a report as far as they may read any new file."""
    before = os.umask(0o027)
    try:
        write_file("a.json", "é\n")
    finally:
        os.umask(before)
    assert 0o640 == stat.S_IMODE((here / "a.json").stat().st_mode)
    assert b"\xc3\xa9\n" == (here / "a.json").read_bytes()


def test_a_reader_never_sees_half_a_file(here: Path) -> None:
    """A file is replaced as a whole: who has opened the old one keeps the old text."""
    (here / "a.json").write_text("old")
    with open("a.json") as reader:
        write_file("a.json", "new")
        assert "old" == reader.read()
    assert ["a.json"] == os.listdir(here)
    assert "new" == (here / "a.json").read_text()


def test_what_fails_leaves_nothing_behind(here: Path) -> None:
    """The old file stays, and no draft lies beside it."""
    (here / "a.json").write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_file("a.json", "\ud800")
    assert ["a.json"] == os.listdir(here)
    assert "old" == (here / "a.json").read_text()


def test_a_link_stays_a_link(here: Path) -> None:
    """What it leads to is replaced, also where nothing is yet."""
    (here / "link").symlink_to("target")
    write_file("link", "text")
    assert (here / "link").is_symlink()
    assert "text" == (here / "target").read_text()


def test_a_pipe_is_written_to(here: Path) -> None:
    """A device or a pipe cannot be replaced: it is filled, and stays what it is."""
    os.mkfifo("pipe")
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(Path("pipe").read_text()))
    reader.start()
    write_file("pipe", "text")
    reader.join()
    assert ["text"] == received
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_a_path_that_cannot_be_written_is_wrong_use(here: Path) -> None:
    """The message says which, and what the system says."""
    (here / "file").write_text("")
    with pytest.raises(UsageError, match=r"file/a\.json cannot be written: Not a directory\."):
        write_file("file/a.json", "text")


# --- the reports of one run ----------------------------------------------------------------------


def test_files_say_not_graded_until_there_is_a_result(here: Path) -> None:
    """Whoever kills the grader, no earlier and no false score is left."""
    _, paths = files(here)
    owed = reports.Reports(
        [reports.Target(*pair) for pair in zip(DOCUMENTS, map(str, paths), strict=True)]
    )
    assert ["not-graded"] * 3 == [verdict(path) for path in paths]
    owed.write(examples.passed())
    assert ["passed"] * 3 == [verdict(path) for path in paths]


def test_a_result_is_not_taken_back(here: Path) -> None:
    """What goes wrong after the report was written, such as a closed screen, does not touch it."""
    owed = reports.Reports([reports.Target("json", "r.json")])
    owed.write(examples.passed())
    owed.give_up(BrokenPipeError())
    assert "passed" == verdict(here / "r.json")


def test_a_pipe_waits_for_the_result(here: Path) -> None:
    """A reader of a pipe gets one document, not two."""
    os.mkfifo("r.json")
    owed = reports.Reports([reports.Target("json", "r.json")])
    received: list[Any] = []
    reader = threading.Thread(
        target=lambda: received.append(json.loads(Path("r.json").read_text()))
    )
    reader.start()
    owed.write(examples.passed())
    reader.join()
    assert ["passed"] == [document["verdict"] for document in received]


def test_a_document_takes_the_place_of_the_screen(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard output carries it alone."""
    owed = reports.Reports([reports.Target("json"), reports.Target("junit", "r.xml")])
    assert not owed.keep_screen
    owed.write(examples.passed())
    assert as_json.as_json(examples.passed()) == capsys.readouterr().out


def test_files_and_annotations_keep_the_screen(here: Path) -> None:
    """Only a document without a path replaces it."""
    assert reports.Reports([reports.Target("json", "r.json"), reports.Target("github")]).keep_screen
    assert reports.Reports([]).keep_screen


SECRET = "0.123456789"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SubmissionError("There is no file a.py.", hint="Is it b.py?"), "There is no file a.py."),
        (ContentError(f"cases.toml:3: {SECRET} is no int"), "The cases or texts of this exercise"),
        (ChildError("No process could be started."), "No process could be started."),
        (KeyboardInterrupt(), "It was interrupted."),
        (ValueError(SECRET), "The grader itself failed (ValueError)."),
    ],
)
def test_an_error_is_told_without_what_it_may_give_away(
    error: BaseException, words: str, here: Path
) -> None:
    """A learner reads whose fault it was; an author's or our own text may quote hidden cases."""
    report = reports.not_graded("a.py", error)
    assert Verdict.NOT_GRADED is report.verdict
    assert report.message.startswith(words)
    assert all(SECRET not in reports.render_report(name, report) for name in reports.FORMATS)


def test_the_name_of_a_file_is_only_text() -> None:
    """Undecodable bytes, control characters and line breaks of a name are written out."""
    report = reports.not_graded("a\udcff\x1b\n::error::.py")
    assert r"a\xff\x1b\n::error::.py" == report.submission
    for name in reports.FORMATS:
        assert "\x1b" not in reports.render_report(name, report)


# --- the command line ----------------------------------------------------------------------------

EXIT_CODES = {
    "passed": (RIGHT, 0),
    "failed": (WRONG, 1),
    "not-loaded": ("def speculative_decode(:\n", 1),
}


@pytest.mark.parametrize("expected", EXIT_CODES)
def test_every_format_says_the_same(expected: str, here: Path) -> None:
    """Verdict and exit code are those of the screen; the screen is shown as without reports."""
    source, exit_code = EXIT_CODES[expected]
    (here / "my.py").write_text(source)
    options, paths = files(here)
    run = grade(here, "my.py", *options)
    assert (exit_code, "") == (run.exit_code, run.err)
    assert run.out == grade(here, "my.py").out
    assert [expected] * 3 == [verdict(path) for path in paths]


@pytest.mark.parametrize("name", reports.FORMATS)
@pytest.mark.parametrize("expected", EXIT_CODES)
def test_the_exit_code_does_not_depend_on_the_format(expected: str, name: str, here: Path) -> None:
    """0 when it passed, 1 when it did not; nothing on standard error."""
    source, exit_code = EXIT_CODES[expected]
    (here / "my.py").write_text(source)
    run = grade(here, "my.py", "--report", name)
    assert (exit_code, "") == (run.exit_code, run.err)


def test_failed_and_did_not_run_differ_in_json_and_junit(here: Path) -> None:
    """O06: CI can tell wrong from could not run, by verdict, element and exit code."""
    options, (as_json_file, as_junit_file, _) = files(here)
    seen = []
    for source in (EXIT_CODES["failed"][0], EXIT_CODES["not-loaded"][0], None):
        (here / "my.py").unlink(missing_ok=True)
        if source is not None:
            (here / "my.py").write_text(source)
        code = grade(here, "my.py", *options).exit_code
        suite = junit(as_junit_file.read_text())
        kinds = (suite.get("failures") != "0", suite.get("errors") != "0")
        seen.append((code, verdict(as_json_file), *kinds))
    assert [
        (1, "failed", True, False),
        (1, "not-loaded", False, True),
        (2, "not-graded", False, True),
    ] == seen


def test_prints_stay_out_of_the_document(here: Path) -> None:
    """O02: a learner may print whole documents; standard output is still ours alone."""
    noise = 'for n in range(2000):\n    print(\'{"verdict": "passed"}\', "<testsuites>")\n'
    (here / "my.py").write_text(noise + doing(noise))
    run = grade(here, "my.py", "--report", "json")
    document = json.loads(run.out)
    Draft202012Validator(SCHEMA).validate(document)
    assert (0, "passed") == (run.exit_code, document["verdict"])
    assert document["cases"][0]["output"].startswith('{"verdict": "passed"} <testsuites>\n')
    assert 0 == grade(here, "my.py", "--report", "junit=r.xml").exit_code
    assert "passed" == verdict(here / "r.xml")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("speculative_decode", "<function>"),
        ("open('/dev/null')", "<TextIOWrapper>"),
        ("type", "<type>"),
        ("{1, 2}", "<set>"),
        ("loop", None),
        ("(float('nan'), float('inf'))", "(nan, inf)"),
        ("(np.nan, -np.inf)", "(nan, -inf)"),
        ("(np.array([np.nan]), np.float64('nan'))", None),
        ("({np.int64(1): float('inf')}, 1)", None),
    ],
)
def test_any_value_can_be_reported(value: str, shown: str | None, here: Path) -> None:
    """O12, O14: what is no plain data is shown by its type's name; NaN is text, never bare."""
    loop = "loop = []\nloop.append(loop)\n"
    function = f"def speculative_decode(d, t, x, n=None):\n    return {value}\n"
    (here / "my.py").write_text(f"import numpy as np\n{loop}{function}")
    options, paths = files(here)
    assert 1 == grade(here, "my.py", *options).exit_code
    assert ["failed"] * 3 == [verdict(path) for path in paths]
    actual = json.loads(paths[0].read_text())["cases"][0]["actual"]
    assert isinstance(actual, str)
    assert shown in (None, actual)


def test_numpy_numbers_are_reported(here: Path) -> None:
    """O13: NumPy integers pass with a note and are text; all numbers of the report are plain."""
    source = RIGHT.replace("append(token)", "append(np.int64(token))")
    (here / "my.py").write_text(source.replace("len(accepted)", "np.int32(len(accepted))"))
    run = grade(here, "my.py", "--report", "json")
    document = json.loads(run.out)
    assert (0, "passed") == (run.exit_code, document["verdict"])
    assert ["numpy-scalars"] == [note["id"] for note in document["notes"]]
    assert "([np.int64(10)], np.int32(1))" == document["cases"][0]["actual"]
    bools = RIGHT.replace("len(accepted)", "np.bool_(True)")
    (here / "my.py").write_text(bools)
    document = json.loads(grade(here, "my.py", "--report", "json").out)
    assert "([10], np.bool(True))" == document["cases"][0]["actual"].replace("bool_", "bool")


def test_a_faulty_case_file_leaves_a_valid_report_without_a_score(here: Path) -> None:
    """O01: wrong content ends with 2; the report explains and does not quote the case."""
    (here / "my.py").write_text(RIGHT)
    (here / "cases.toml").write_text(f'format_version = 1\n[[case]]\nid = "a"\nargs = "{SECRET}"\n')
    options, paths = files(here)
    for path in paths:
        path.write_text("an old report: passed")
    run = grade(here, "my.py", "--cases", "cases.toml", *options)
    assert 2 == run.exit_code
    assert "cases.toml:4" in run.err
    assert ["not-graded"] * 3 == [verdict(path) for path in paths]
    assert not any(SECRET in path.read_text() for path in paths)
    assert 0 == gradescope(paths[2].read_text())["score"]


@pytest.mark.parametrize("name", ["missing.toml", "folder"])
def test_a_case_file_that_cannot_be_read_leaves_a_valid_report(name: str, here: Path) -> None:
    """O01: the explanation is for the learner, the details are on standard error."""
    (here / "my.py").write_text(RIGHT)
    (here / "folder").mkdir()
    options, paths = files(here)
    run = grade(here, "my.py", "--cases", name, *options)
    assert 2 == run.exit_code
    assert name in run.err
    assert ["not-graded"] * 3 == [verdict(path) for path in paths]
    assert "no fault of the file" in gradescope(paths[2].read_text())["output"]


@pytest.mark.parametrize(
    ("error", "exit_code"),
    [(RuntimeError(SECRET), 3), (KeyboardInterrupt(), 130), (ChildError("no process"), 3)],
)
def test_when_the_grader_fails_the_reports_say_so(
    error: BaseException,
    exit_code: int,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Files and annotations are there, with no false score; the exit code is the error's own."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Grading, "grade", fail)
    (here / "my.py").write_text(RIGHT)
    options, paths = files(here)
    assert exit_code == cli.run(["my.py", *options, "--report", "github"])
    assert ["not-graded"] * 3 == [verdict(path) for path in paths]
    output = capsys.readouterr().out
    assert ["error"] == [command.name for command in obeyed(output)]
    assert SECRET not in output + "".join(path.read_text() for path in paths)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_standard_output_carries_a_document_also_when_nothing_was_graded(
    name: str, here: Path
) -> None:
    """A reader of the pipe gets what it can parse; the complaint is on standard error."""
    run = grade(here, "my.py", "--report", name)
    assert (2, "grade: There is no file my.py.\nNo .py file lies there.\n") == run[::2]
    suffix = {"json": ".json", "junit": ".xml", "gradescope": ".gradescope"}[name]
    path = here / f"r{suffix}"
    path.write_text(run.out)
    assert "not-graded" == verdict(path)


def test_wrong_use_of_report_grades_nothing(here: Path) -> None:
    """A slip in an option is told before anything runs or is written."""
    (here / "my.py").write_text(RIGHT)
    run = grade(here, "my.py", "--report", "json=r.json", "--report", "junt=r.xml")
    assert (2, "") == (run.exit_code, run.out)
    assert "Did you mean junit?" in run.err
    assert ["my.py"] == os.listdir(here)


def test_a_report_replaces_no_submission(here: Path) -> None:
    """The learner's work is worth more than a report."""
    (here / "my.py").write_text(RIGHT)
    assert 2 == grade(here, "my.py", "--report", "json=my.py").exit_code
    assert RIGHT == (here / "my.py").read_text()


def test_a_killed_grader_leaves_not_graded(here: Path) -> None:
    """While the submission runs, the file says "not graded" already: the submission reads it."""
    (here / "r.json").write_text("an old report: passed")
    (here / "my.py").write_text(doing(f"print(open({str(here / 'r.json')!r}).read())"))
    assert 0 == grade(here, "my.py", "--report", "json=r.json").exit_code
    document = json.loads((here / "r.json").read_text())
    assert "passed" == document["verdict"]
    assert '"verdict": "not-graded"' in document["cases"][0]["output"]


# --- GitHub Actions ------------------------------------------------------------------------------

LOUD = doing("print('::error::a\\n  ::set-output name=x::b ##[error]c')", WRONG)


def test_only_our_annotations_are_obeyed(here: Path) -> None:
    """Whatever a learner prints, the runner obeys the summary and one command per failed case."""
    (here / "week 3").mkdir()
    (here / "week 3" / "my.py").write_text(LOUD)
    env = {"GITHUB_WORKSPACE": str(here)}
    run = grade(here / "week 3", "my.py", "--report", "github", env=env)
    assert 1 == run.exit_code
    assert "::error::a" in run.out
    summary, *rest = obeyed(run.out)
    assert "my.py: failed" == summary.properties["title"]
    assert ["error"] * len(rest) == [command.name for command in rest]
    assert {"week 3/my.py"} == {command.properties["file"] for command in rest}


def test_an_actions_log_is_fenced_without_being_asked(here: Path) -> None:
    """A plain `grade FILE` in a job prints learner text too."""
    (here / "my.py").write_text(LOUD)
    run = grade(here, "my.py", env={"GITHUB_ACTIONS": "true"})
    assert "##[error]c" in run.out
    assert [] == obeyed(run.out)
    first, *screen, last = run.out.splitlines()
    assert first.startswith("::stop-commands::")
    assert f"::{first.removeprefix('::stop-commands::')}::" == last
    assert grade(here, "my.py").out.splitlines() == screen


def test_the_fence_is_new_each_time(here: Path) -> None:
    """A submission cannot know the word that ends it."""
    (here / "my.py").write_text(RIGHT)
    env = {"GITHUB_ACTIONS": "true"}
    first, second = (grade(here, "my.py", env=env).out.splitlines()[-1] for _ in range(2))
    assert first != second


def test_a_complaint_about_a_file_is_no_command(here: Path) -> None:
    """In a repository of learners also the names of files are theirs."""
    name = "a\n::error::b\n##[error]c.py"
    run = grade(here, name, "--report", "github", env={"GITHUB_ACTIONS": "true"})
    assert 2 == run.exit_code
    assert [] == obeyed(run.err)
    (only,) = obeyed(run.out)
    assert only.message.startswith("Not graded: There is no file a")


def test_the_page_of_the_run_shows_the_screen(here: Path) -> None:
    """GITHUB_STEP_SUMMARY gets the screen in a block of code, after what is there."""
    (here / "my.py").write_text(RIGHT)
    page = here / "page.md"
    page.write_text("# before\n")
    run = grade(here, "my.py", "--report", "github", env={"GITHUB_STEP_SUMMARY": str(page)})
    assert 0 == run.exit_code
    assert page.read_text().startswith("# before\n```text\nmy.py ")
    assert "6 of 6 passed" in page.read_text()


def test_a_full_page_is_left_alone(here: Path) -> None:
    """More than 1 MiB, and GitHub would show none of it; a page that is not there does no harm."""
    (here / "my.py").write_text(RIGHT)
    page = here / "page.md"
    page.write_text("x" * ((1 << 20) - 10))
    for path in (page, here / "no" / "page.md"):
        env = {"GITHUB_STEP_SUMMARY": str(path)}
        assert 0 == grade(here, "my.py", "--report", "github", env=env).exit_code
    assert (1 << 20) - 10 == page.stat().st_size


# --- hidden cases --------------------------------------------------------------------------------

HIDDEN_CASES = """\
format_version = 1

[[case]]
id = "visible-extra"
args = { draft_probs = [0.5], target_probs = [0.5], draft_tokens = [55555] }
expected = { accepted_tokens = [55555], num_accepted = 1 }

[[case]]
id = "secret-id-one"
title = "secret title"
why = "secret lesson"
args = { draft_probs = [0.0], target_probs = [0.987654], draft_tokens = [77777] }
expected = { accepted_tokens = [77777], num_accepted = 1 }
points = 2
hidden = true

[[case]]
id = "secret-id-two"
args = { draft_probs = [0.876543], target_probs = [0.0], draft_tokens = [88888] }
expected = { accepted_tokens = [], num_accepted = 0 }
hidden = true
"""
SECRETS = ("secret", "987654", "876543", "77777", "88888", "98765.4")
# What a submission could do with hidden inputs, at the start of every call.
LEAKS = {
    "prints": "seen.append((draft_probs, target_probs, draft_tokens)); print(seen)",
    "returns": "seen.append(draft_tokens)\nif len(seen) > 1: return seen, 99",
    "raises": "seen.append(draft_tokens)\nif 88888 in draft_tokens: raise ValueError(seen)",
    "names": "if 77777 in draft_tokens: raise type(f'E{draft_tokens}', (Exception,), {})",
    "warns": "import warnings; warnings.warn(str(draft_tokens))",
    "exits": "import sys\nif 77777 in draft_tokens: sys.exit(f'{draft_tokens}')",
    "dies": "import os\nif 77777 in draft_tokens: os.write(2, b'77777'); os._exit(77)",
    "changes": "draft_tokens.append(77777)",
    "hangs": "while 88888 in draft_tokens: print(draft_tokens)",
    "draws": "np.random.uniform(size=77777 if 77777 in draft_tokens else 0)",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_nothing_of_hidden_cases_is_told(leak: str, here: Path) -> None:
    """Two counts and their points: no input, value, print, exception, title or id."""
    (here / "my.py").write_text("seen = []\n" + doing(LEAKS[leak]))
    (here / "cases.toml").write_text(HIDDEN_CASES)
    options, paths = files(here)
    run = grade(
        here, "my.py", "--cases", "cases.toml", "--time-limit", "0.6", "--show-output", *options,
        "--report", "github", env={"GITHUB_STEP_SUMMARY": str(here / "page.md")},
    )  # fmt: skip
    texts = [run.out, run.err, (here / "page.md").read_text(), *(p.read_text() for p in paths)]
    assert "55555" in paths[0].read_text(), "the visible case of the same file is told"
    assert [] == [(secret, text) for secret in SECRETS for text in texts if secret in text]
    document = json.loads(paths[0].read_text())
    assert {"passed", "total"} == document["hidden"].keys()
    assert 2 == document["hidden"]["total"]
    assert "hidden-cases" in junit_results(junit(paths[1].read_text()))


def test_hidden_cases_count(here: Path) -> None:
    """Their points are in the score and in Gradescope's sum; the verdict needs them."""
    (here / "my.py").write_text(doing("if 77777 in draft_tokens: return [], 0"))
    (here / "cases.toml").write_text(HIDDEN_CASES)
    options, paths = files(here)
    run = grade(here, "my.py", "--cases", "cases.toml", "--max-score", "100", *options)
    assert 1 == run.exit_code
    results = gradescope(paths[2].read_text())
    assert (80, "failed") == (results["score"], verdict(paths[0]))
    *_, hidden = results["tests"]
    expected = {"name": "hidden cases: 1 of 2 passed", "score": 10, "max_score": 30}
    assert expected == {key: hidden[key] for key in expected}
    assert "all visible cases passed" in results["output"]
