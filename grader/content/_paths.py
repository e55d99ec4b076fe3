"""Where content lies."""

from __future__ import annotations

import os


def data_root() -> str:
    """Return the folder that holds `exercise/` and `hints/`: the checkout, else the package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    checkout = os.path.dirname(package)
    parts = ("exercise", "hints", "pyproject.toml")
    if all(os.path.exists(os.path.join(checkout, part)) for part in parts):
        return checkout
    return os.path.join(package, "_data")


def exercise_ids(root: str) -> list[str]:
    """Return the ids of all exercises under `root`, sorted."""
    folder = os.path.join(root, "exercise")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(
        name for name in names if os.path.isfile(content_path(root, name, "exercise.toml"))
    )


def exercise_folder(root: str, id: str) -> str:
    """Return the folder of an exercise's content."""
    return os.path.join(root, "exercise", id)


def content_path(root: str, id: str, name: str) -> str:
    """Return the path of a file of an exercise's content."""
    return os.path.join(root, "exercise", id, name)


def hints_path(root: str, id: str, name: str) -> str:
    """Return the path of a file of an exercise's hints."""
    return os.path.join(root, "hints", id, name)
