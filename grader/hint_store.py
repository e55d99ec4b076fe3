"""Remembers which hints were shown, per file and exercise; a lost memory is never an error."""

from __future__ import annotations

import json
import os
import sys

_KEPT_FILES = 200
_VERSION = 1

# What could not be written, by file: kept while this process lasts, for a session asks often.
_unsaved: dict[str, dict[str, list[str]]] = {}


def shown(path: str, exercise_id: str) -> list[str]:
    """Return the ids of the hints shown for a file, in order; none when nothing is remembered."""
    return _load().get(_key(path, exercise_id), [])


def remember(path: str, exercise_id: str, hint_ids: list[str]) -> None:
    """Remember these hints as shown for a file, besides those that were."""
    memory = _load()
    key = _key(path, exercise_id)
    before = memory.pop(key, [])
    memory[key] = [*before, *(hint for hint in hint_ids if hint not in before)]
    _save(dict(list(memory.items())[-_KEPT_FILES:]))


def forget(path: str, exercise_id: str) -> None:
    """Forget what was shown for a file."""
    memory = _load()
    if memory.pop(_key(path, exercise_id), None) is not None:
        _save(memory)


def _key(path: str, exercise_id: str) -> str:
    return f"{exercise_id}:{os.path.realpath(path)}"


def _file() -> str:
    """Return the path of the memory, where the system keeps such things; "" without a home."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Application Support")
    else:
        folder = os.environ.get("XDG_STATE_HOME", "")
        if not os.path.isabs(folder):  # its specification says to ignore a relative one
            folder = os.path.join(home, ".local", "state")
    return os.path.join(folder, "grade", "hints.json") if os.path.isabs(folder) else ""


def _load() -> dict[str, list[str]]:
    path = _file()
    if path in _unsaved:
        return dict(_unsaved[path])
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        memory = data["shown"] if data["version"] == _VERSION else {}
        return {str(key): [str(hint) for hint in hints] for key, hints in memory.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def _save(memory: dict[str, list[str]]) -> None:
    path = _file()
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(draft, "w", encoding="utf-8") as file:
            json.dump({"version": _VERSION, "shown": memory}, file)
        os.replace(draft, path)
        _unsaved.pop(path, None)
    except (OSError, ValueError):
        _unsaved[path] = memory
        _remove(draft)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # it was never made
