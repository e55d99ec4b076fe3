"""Find and validate the content of exercises: every problem at once, with line and suggestion.

Hand-written TOML has a closed schema: an unknown key is an error. `load_*` functions return
records or raise ContentProblems; `check_*` functions return the problems, warnings among them.
"""

from grader.content._file import ContentProblems, Problem
from grader.content._load import (
    check_case_file,
    check_content,
    check_exercise,
    check_hints,
    data_root,
    exercise_ids,
    fingerprints_path,
    generated_path,
    load_case_file,
    load_exercise,
    load_fingerprints,
    load_hints,
    load_notes,
    statement,
)

__all__ = [
    "ContentProblems",
    "Problem",
    "check_case_file",
    "check_content",
    "check_exercise",
    "check_hints",
    "data_root",
    "exercise_ids",
    "fingerprints_path",
    "generated_path",
    "load_case_file",
    "load_exercise",
    "load_fingerprints",
    "load_hints",
    "load_notes",
    "statement",
]
