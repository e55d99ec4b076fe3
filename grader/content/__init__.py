"""Find and validate the content of exercises: every problem at once, with line and suggestion.

Hand-written TOML has a closed schema: an unknown key is an error. `load_*` functions return
records or raise ContentProblems; `check_*` functions return the problems, warnings among them.
"""

from grader.content._compiled import checksums, compiled, compiled_case, whole_result
from grader.content._load import (
    argument_names,
    check_case_file,
    check_content,
    check_exercise,
    check_hints,
    check_topics,
    fingerprints_path,
    generated_path,
    laws_path,
    lines_of_hints,
    load_case_file,
    load_exercise,
    load_fingerprints,
    load_hints,
    load_laws,
    record_of_laws,
    statement,
    written_laws,
)
from grader.content._paths import data_root, exercise_ids, known_ids
from grader.content._problems import ContentProblems, Problem, has_errors, raise_errors, shown_path

__all__ = [
    "ContentProblems",
    "Problem",
    "argument_names",
    "check_case_file",
    "check_content",
    "check_exercise",
    "check_hints",
    "check_topics",
    "checksums",
    "compiled",
    "compiled_case",
    "data_root",
    "exercise_ids",
    "fingerprints_path",
    "generated_path",
    "has_errors",
    "known_ids",
    "laws_path",
    "lines_of_hints",
    "load_case_file",
    "load_exercise",
    "load_fingerprints",
    "load_hints",
    "load_laws",
    "raise_errors",
    "record_of_laws",
    "shown_path",
    "statement",
    "whole_result",
    "written_laws",
]
