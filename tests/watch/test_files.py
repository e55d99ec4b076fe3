"""When the content of the watched files counts as changed: looks are made by hand, time as well."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.watch import files
from grader.watch.files import Snapshot, WatchedFiles

OLD = 1_600_000_000  # a time of last change that is long past


class Clock:
    """Seconds that pass only when told to."""

    now = 0.0

    def __call__(self) -> float:
        """The seconds until now."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that holds `one`."""
    path = tmp_path / "my.py"
    path.write_bytes(b"one")
    return path


def polls(watched: WatchedFiles, count: int = 2) -> list[bytes | str]:
    """What so many looks tell of: the sources, or the problems."""
    told = [watched.poll() for _ in range(count)]
    return [_content(snapshot) for snapshot in told if snapshot is not None]


def _content(snapshot: Snapshot) -> bytes | str:
    return snapshot.submitted.source if snapshot.submitted else snapshot.problem


def save_by_rename(path: Path, data: bytes) -> None:
    """Save as careful editors do."""
    draft = path.with_name("draft.tmp")
    draft.write_bytes(data)
    draft.replace(path)


def test_first_content_is_there_at_once(path: Path) -> None:
    """What is there at the start need not come to rest, and is told once."""
    watched = WatchedFiles(str(path))
    assert b"one" == _content(watched.first())
    assert [] == polls(watched, 5)


@pytest.mark.parametrize("save", [Path.write_bytes, save_by_rename], ids=["in place", "by rename"])
def test_each_save_is_told_once(path: Path, save: object) -> None:
    """W01: ten saves, in place or by rename, are ten changes."""
    watched = WatchedFiles(str(path))
    for number in range(10):
        data = b"save %d" % number
        save(path, data)  # type: ignore[operator]
        assert [data] == polls(watched, 4)


@pytest.mark.parametrize("seconds", [0.0, 2.9])
def test_equal_size_and_time(path: Path, clock: Clock, seconds: float, monkeypatch) -> None:
    """W02: a second save is seen even if no time, size or inode tells it from the first."""
    monkeypatch.setattr(files, "_mark", lambda path: "the same")
    watched = WatchedFiles(str(path), clock=clock)
    clock.now += seconds
    path.write_bytes(b"two")
    assert [b"two"] == polls(watched)


def test_a_file_at_rest_is_read_again_when_anything_of_it_moves(path: Path, clock: Clock) -> None:
    """W02: with its size and its time set back, the second save is told however late it comes."""
    os.utime(path, (OLD, OLD))
    watched = WatchedFiles(str(path), clock=clock)
    for data in (b"two", b"six", b"ten"):
        clock.now += 60
        assert [] == polls(watched)
        path.write_bytes(data)
        os.utime(path, (OLD, OLD))
        assert [data] == polls(watched)


def test_reading_goes_on_until_a_clock_must_have_ticked(path: Path, clock: Clock) -> None:
    """A file that was not looked at for long is read once more: its last save may be unseen."""
    watched = WatchedFiles(str(path), clock=clock)
    reads = _counted(watched)
    clock.now += 60  # as after a laptop's sleep
    polls(watched, 1)
    assert [1] == reads
    polls(watched, 10)
    assert [1] == reads


def _counted(watched: WatchedFiles) -> list[int]:
    """Count the reads of the submission from now on."""
    count = [0]
    (file,) = watched._files
    read = file._read

    def counting(path: str) -> bytes:
        count[0] += 1
        return read(path)

    file._read = counting
    return count


def test_a_clock_that_is_wrong_by_years(path: Path, clock: Clock) -> None:
    """The time of a file system's clock is only compared with itself."""
    watched = WatchedFiles(str(path), clock=clock)
    for year in (-30, 30):
        time = OLD + year * 365 * 86400
        for data in (b"two", b"six"):
            path.write_bytes(data)
            os.utime(path, (time, time))
            assert [data] == polls(watched)


@pytest.mark.parametrize("save", [Path.write_bytes, save_by_rename], ids=["in place", "by rename"])
def test_a_save_without_change_is_none(path: Path, save: object) -> None:
    """W03: only content counts."""
    watched = WatchedFiles(str(path))
    save(path, b"one")  # type: ignore[operator]
    os.utime(path)
    path.chmod(0o600)
    assert [] == polls(watched, 5)


def test_a_change_that_is_taken_back_before_it_rests(path: Path) -> None:
    """W03: an editor that empties the file before it writes the same again has changed nothing."""
    watched = WatchedFiles(str(path))
    path.write_bytes(b"")
    assert [] == polls(watched, 1)
    path.write_bytes(b"one")
    assert [] == polls(watched, 5)


def test_a_burst_of_saves_is_one_change(path: Path) -> None:
    """W04: while every look finds something else, nothing is told; then the last content is."""
    watched = WatchedFiles(str(path))
    for number in range(20):
        path.write_bytes(b"save %d" % number)
        assert [] == polls(watched, 1)
    assert [b"save 19"] == polls(watched, 5)


def test_other_files_of_the_folder(path: Path) -> None:
    """W07: what else happens in the folder is no change."""
    watched = WatchedFiles(str(path))
    (path.parent / "__pycache__").mkdir()
    (path.parent / "__pycache__" / "my.pyc").write_bytes(b"cache")
    (path.parent / "my.py~").write_bytes(b"two")
    assert [] == polls(watched, 5)


def test_reading_is_no_change(path: Path) -> None:
    """W07: another program that reads the file, or links to it, does not start a run."""
    watched = WatchedFiles(str(path))
    path.read_bytes()
    os.link(path, path.with_name("backup.py"))
    assert [] == polls(watched, 5)


def test_deleted_and_back(path: Path) -> None:
    """A file may go and come back, with the same content or another."""
    watched = WatchedFiles(str(path))
    for data in (b"one", b"two"):
        path.unlink()
        assert [f"There is no file {path}."] == polls(watched, 4)
        path.write_bytes(data)
        assert [data] == polls(watched, 4)


def test_missing_for_a_moment(path: Path) -> None:
    """An editor that moves the old file away before it writes the new one shows no problem."""
    watched = WatchedFiles(str(path))
    path.rename(path.with_name("my.py.bak"))
    assert [] == polls(watched, 1)
    path.write_bytes(b"two")
    assert [b"two"] == polls(watched, 5)


def test_folder_removed_and_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that was given relative leads on, even if the current folder is made anew."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "my.py").write_bytes(b"one")
    monkeypatch.chdir(folder)
    watched = WatchedFiles("my.py")
    (folder / "my.py").unlink()
    folder.rmdir()
    assert ["There is no file my.py."] == polls(watched, 4)
    folder.mkdir()
    (folder / "my.py").write_bytes(b"two")
    assert [b"two"] == polls(watched, 4)


def test_symbolic_link(path: Path) -> None:
    """A link is followed: to a target that is saved, and to another target."""
    link = path.with_name("link.py")
    link.symlink_to(path)
    watched = WatchedFiles(str(link))
    save_by_rename(path, b"two")
    assert [b"two"] == polls(watched)
    other = path.with_name("other.py")
    other.write_bytes(b"six")
    link.unlink()
    link.symlink_to(other)
    assert [b"six"] == polls(watched)


def test_what_cannot_be_graded_is_told_in_words(path: Path) -> None:
    """Too large, or a folder in its place: the words name the path as it was given."""
    watched = WatchedFiles(str(path))
    path.write_bytes(b"#" * (1 << 21))
    assert [f"{path} is 2.1 MB; a submission may have at most 1.0 MB."] == polls(watched)
    path.unlink()
    path.mkdir()
    assert [f"{path} is a folder, not a file."] == polls(watched)


def test_a_pipe_in_its_place_stops_nobody(path: Path) -> None:
    """A named pipe without a writer is told of, not waited for."""
    watched = WatchedFiles(str(path))
    path.unlink()
    os.mkfifo(path)
    assert [f"{path} is no ordinary file."] == polls(watched)


def test_case_files_are_watched_as_well(path: Path) -> None:
    """A case file that changes, goes or comes back is a change, of the same submission."""
    cases = path.with_name("cases.toml")
    cases.write_bytes(b"1")
    watched = WatchedFiles(str(path), [str(cases)])
    cases.write_bytes(b"2")
    assert [b"one"] == polls(watched, 4)
    cases.write_bytes(b"2")
    assert [] == polls(watched, 4)
    cases.unlink()
    assert [b"one"] == polls(watched, 4)
    cases.write_bytes(b"2")
    assert [b"one"] == polls(watched, 4)


def test_notebooks_are_read_when_they_are_at_rest(tmp_path: Path) -> None:
    """The cells of a notebook are what is graded; a damaged one is told of by its report."""
    path = tmp_path / "my.ipynb"
    path.write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}')
    watched = WatchedFiles(str(path))
    path.write_text("{")
    watched.poll()
    changed = watched.poll()
    assert changed is not None and changed.submitted is not None
    assert changed.submitted.damage
