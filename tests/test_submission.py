"""Reading a learner's file: bytes as they are, and a sentence for everything that is no file."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from grader import submission
from grader.errors import ExitCode, SubmissionError
from grader.submission import MAX_BYTES, Submission

if TYPE_CHECKING:
    from pathlib import Path

STARTER = 'def f(x):\n    """Return x."""\n    pass\n'


@pytest.mark.parametrize("data", [b"", b"x = 1\r\n", b"\xef\xbb\xbf\xff\x00", b"#" * MAX_BYTES])
def test_a_file_is_read_as_it_is(tmp_path: Path, data: bytes) -> None:
    """All bytes are kept, whatever they are, up to the greatest size."""
    path = tmp_path / "mine.py"
    path.write_bytes(data)
    read = submission.read(str(path))
    assert (str(path), data, "mine.py") == (read.path, read.source, read.name)


@pytest.mark.parametrize("name", ["with space.py", "größe.py", "-x.py", "two\nlines.py", "[b].py"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    """The name that tracebacks carry is the file's own, without its folder."""
    (tmp_path / name).write_bytes(b"x")
    assert name == submission.read(str(tmp_path / name)).name


def test_bytes_that_are_no_text_are_escaped_in_the_name(tmp_path: Path) -> None:
    """A name that is not UTF-8 can be shown, while the path still leads to the file."""
    path = os.fsencode(tmp_path) + b"/\xff.py"
    with open(path, "wb") as file:
        file.write(b"x")
    read = submission.read(os.fsdecode(path))
    assert "\\xff.py" == read.name
    read.shown.encode("utf-8")


def test_a_link_is_followed_and_a_file_without_writing_permission_is_read(tmp_path: Path) -> None:
    """How a file got there, and whether it may be changed, is no matter."""
    (tmp_path / "real.py").write_text("x")
    (tmp_path / "real.py").chmod(0o444)
    (tmp_path / "link.py").symlink_to("real.py")
    assert b"x" == submission.read(str(tmp_path / "link.py")).source


def refusal(path: object) -> SubmissionError:
    """The error with which a path is refused."""
    with pytest.raises(SubmissionError) as caught:
        submission.read(str(path))
    assert ExitCode.USAGE is caught.value.exit_code
    return caught.value


def test_a_missing_file_is_told_with_the_files_that_are_there(tmp_path: Path) -> None:
    """The files most like the one that is missing are named, with their folder."""
    for name in ("mine.py", "other.py", "notes.txt"):
        (tmp_path / name).write_text("")
    error = refusal(tmp_path / "mein.py")
    assert str(tmp_path / "mein.py") in error.message
    assert str(tmp_path / "mine.py") in error.hint
    assert "notes" not in error.hint


def test_of_many_files_only_some_are_named(tmp_path: Path) -> None:
    """The rest is counted, so that the message stays short."""
    for i in range(12):
        (tmp_path / f"{i}.py").write_text("")
    assert "and 7 more" in refusal(tmp_path / "unlike.py").hint


@pytest.mark.parametrize("path", ["missing.py", "missing/mine.py", "notes.txt", "."])
def test_a_folder_without_python_files_is_no_reason_to_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Where nothing can be suggested, the message stands alone or says so."""
    (tmp_path / "notes.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    assert path in refusal(path).message


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("folder", "is a folder"),
        ("pipe", "no ordinary file"),
        ("socket", "cannot be read"),
        ("text", "no Python file"),
        ("loop", "cannot be read"),
        ("below a file", "cannot be read"),
        ("too long", "cannot be read"),
        ("null", "no path"),
        ("large", "1.0 MB"),
    ],
)
def test_what_is_no_file_to_grade_is_refused_in_words(
    tmp_path: Path, kind: str, words: str
) -> None:
    """Everything else at a path is told for what it is, and never waited for."""
    import socket

    path = tmp_path / "mine.py"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as unix:
            unix.bind(os.path.relpath(path))
    elif kind == "text":
        path = tmp_path / "notes.txt"
        path.write_text("x")
    elif kind == "loop":
        path.symlink_to("mine.py")
    elif kind == "below a file":
        path.write_text("x")
        path = path / "mine.py"
    elif kind == "too long":
        path = tmp_path / ("x" * 300 + ".py")
    elif kind == "null":
        path = tmp_path / "nul\0.py"
    else:
        path.write_bytes(b"x" * (MAX_BYTES + 1))
    assert words in refusal(path).message


def test_a_pipe_that_somebody_writes_to_is_not_read(tmp_path: Path) -> None:
    """A named pipe is refused, and whoever writes to it is not left waiting for ever."""
    path = tmp_path / "mine.py"
    os.mkfifo(path)
    keep = os.open(path, os.O_RDWR)
    writer = threading.Thread(target=lambda: os.write(keep, b"x = 1\n"))
    writer.start()
    refusal(path)
    writer.join()
    os.close(keep)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (b"", [""]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\rc\n", ["a", "b", "c", ""]),
        (b"\xef\xbb\xbfa", ["a"]),
        ("é\n".encode(), ["é", ""]),
        (b"# coding: latin-1\n\xe9", ["# coding: latin-1", "é"]),
        (
            b"\n# vim: set fileencoding=cp1252 :\n\x80",
            ["", "# vim: set fileencoding=cp1252 :", "€"],
        ),
        (b"a = '\xe9'", ["a = '\\xe9'"]),
        (b"# coding: no-such\n\xe9", ["# coding: no-such", "\\xe9"]),
        (b"# coding: rot13\n\xe9", ["# coding: rot13", "\\xe9"]),
        (b"# coding: undefined\n\xe9", ["# coding: undefined", "\\xe9"]),
        (b"# coding: idna\n\xe9", ["# coding: idna", "\\xe9"]),
        ("a\x0cb\x1c\x85\u2028c\nd".encode(), ["a\x0cb\x1c\x85\u2028c", "d"]),
        (b"\xff\xfex\x00", ["\\xff\\xfex\x00"]),
    ],
)
def test_lines_are_those_that_python_counts(source: bytes, lines: list[str]) -> None:
    """Lines end where Python ends them, are decoded as Python does, and never fail."""
    assert lines == submission.lines(source)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (STARTER, True),
        (STARTER.replace("\n", "\r\n"), True),
        (STARTER.replace("\n", "\r"), True),
        ("\ufeff" + STARTER, True),
        (STARTER.rstrip(), True),
        (STARTER.replace("pass", "pass  \t") + "\n\n  \n", True),
        (STARTER.replace("pass", "return x"), False),
        (STARTER + "# my note\n", False),
        (STARTER.replace("    pass", "\tpass"), False),
        (STARTER.replace("Return x", "Return  x"), False),
        ("", False),
    ],
)
def test_the_starter_is_recognised_however_it_was_saved(text: str, same: bool) -> None:
    """Line ends, a byte order mark and trailing space are no work; anything else is."""
    submitted = Submission("mine.py", text.encode())
    assert same == submission.is_starter(submitted, STARTER, "f")
