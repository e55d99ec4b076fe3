"""What was shown is remembered per file and exercise; a lost memory is never an error."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader import hint_store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own for each test, and nothing kept from the tests before."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(hint_store, "_unsaved", {})
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path / "state" / "grade" / "hints.json"


def test_nothing_is_remembered_at_first(state: Path) -> None:
    """A file that nobody asked about has no memory, and looking makes none."""
    assert [] == hint_store.shown("my.py", "toy")
    assert not state.exists()


def test_hints_are_remembered_in_order_and_once() -> None:
    """Each hint is kept once, in the order in which they were first shown."""
    hint_store.remember("my.py", "toy", ["a"])
    hint_store.remember("my.py", "toy", ["b", "a"])
    hint_store.remember("my.py", "toy", ["c"])
    assert ["a", "b", "c"] == hint_store.shown("my.py", "toy")


def test_files_and_exercises_have_memories_of_their_own() -> None:
    """The same file may be graded as two exercises, and two files as one."""
    hint_store.remember("my.py", "toy", ["a"])
    hint_store.remember("my.py", "other", ["b"])
    hint_store.remember("your.py", "toy", ["c"])
    hint_store.forget("my.py", "toy")
    assert [[], ["b"], ["c"]] == [
        hint_store.shown("my.py", "toy"),
        hint_store.shown("my.py", "other"),
        hint_store.shown("your.py", "toy"),
    ]


def test_a_file_is_the_same_however_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative path, an absolute one and a link lead to one memory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.py").touch()
    (tmp_path / "link.py").symlink_to("my.py")
    hint_store.remember("my.py", "toy", ["a"])
    for path in ("./my.py", str(tmp_path / "my.py"), "link.py"):
        assert ["a"] == hint_store.shown(path, "toy")


def test_only_the_files_asked_about_last_are_kept() -> None:
    """The memory does not grow for ever; what is asked about again stays."""
    hint_store.remember("first.py", "toy", ["a"])
    hint_store.remember("second.py", "toy", ["a"])
    for number in range(hint_store._KEPT_FILES - 2):
        hint_store.remember(f"{number}.py", "toy", ["a"])
    hint_store.remember("first.py", "toy", ["b"])
    hint_store.remember("new.py", "toy", ["a"])
    assert ["a", "b"] == hint_store.shown("first.py", "toy")
    assert [] == hint_store.shown("second.py", "toy")


DAMAGED = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '{"version": 1}',
    '{"version": 2, "shown": {"x": ["a"]}}',
    '{"version": 1, "shown": []}',
    '{"version": 1, "shown": {"x": 3}}',
    '{"version": 1, "shown": null}',
    "[" * 100_000,
    "\ud800",
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_memory_counts_as_lost(text: str, state: Path) -> None:
    """Whatever lies in the file: nothing is remembered then, and the next hint can be."""
    state.parent.mkdir(parents=True)
    state.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert [] == hint_store.shown("my.py", "toy")
    hint_store.remember("my.py", "toy", ["a"])
    hint_store._unsaved.clear()
    assert ["a"] == hint_store.shown("my.py", "toy")


@given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_in_the_file_are_an_error(data: bytes, state: Path) -> None:
    """Any bytes at all are read without an exception."""
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_bytes(data)
    assert isinstance(hint_store.shown("my.py", "toy"), list)


@given(
    texts=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["version", "shown", "x"]), inner, max_size=3)
        ),
        max_leaves=8,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_json_in_the_file_is_an_error(texts: object, state: Path) -> None:
    """Any JSON is read without an exception, and can be replaced."""
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_text(json.dumps(texts))
    assert isinstance(hint_store.shown("my.py", "toy"), list)
    hint_store.forget("my.py", "toy")


def test_a_memory_that_cannot_be_written_lasts_for_the_process(state: Path, tmp_path: Path) -> None:
    """Where no folder can be made, hints go on within a session, and nothing is left behind."""
    (tmp_path / "state").write_text("a file in the way")
    hint_store.remember("my.py", "toy", ["a"])
    hint_store.remember("my.py", "toy", ["b"])
    assert ["a", "b"] == hint_store.shown("my.py", "toy")
    hint_store.forget("my.py", "toy")
    assert [] == hint_store.shown("my.py", "toy")
    assert ["state"] == os.listdir(tmp_path)


def test_a_full_disk_leaves_no_half_file(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails half-way, the old memory stays, and no draft lies beside it."""
    hint_store.remember("my.py", "toy", ["a"])

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(json, "dump", full)
    hint_store.remember("my.py", "toy", ["b"])
    assert ["hints.json"] == os.listdir(state.parent)
    hint_store._unsaved.clear()
    assert ["a"] == hint_store.shown("my.py", "toy")


def test_a_path_that_is_no_text_is_remembered() -> None:
    """A file name with bytes that are no UTF-8 has a memory like any other."""
    hint_store.remember("m\udcff.py", "toy", ["a"])
    hint_store._unsaved.clear()
    assert ["a"] == hint_store.shown("m\udcff.py", "toy")


def test_a_relative_state_folder_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XDG_STATE_HOME counts when it is absolute; else the memory lies below the home folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    hint_store.remember("my.py", "toy", ["a"])
    assert (tmp_path / "home/.local/state/grade/hints.json").is_file()
    assert not (tmp_path / "state").exists()


def test_without_a_home_nothing_is_written_into_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user without a home folder, as in some containers, gets hints and no stray files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    hint_store.remember("my.py", "toy", ["a"])
    assert ["a"] == hint_store.shown("my.py", "toy")
    assert [] == os.listdir(tmp_path)


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "home/.local/state/grade/hints.json"),
        ("linux", {"XDG_STATE_HOME": "{root}/x"}, "x/grade/hints.json"),
        ("darwin", {}, "home/Library/Application Support/grade/hints.json"),
        ("win32", {"LOCALAPPDATA": "{root}/local"}, "local/grade/hints.json"),
        ("win32", {}, "home/AppData/Local/grade/hints.json"),
    ],
)
def test_the_memory_lies_where_the_system_keeps_such_things(
    platform: str,
    variables: dict[str, str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each system has its folder for the state of programs."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(root=tmp_path))
    assert str(tmp_path / expected) == hint_store._file()
