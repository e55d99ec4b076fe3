"""The exercises under a root folder, each loaded once, and which of them a file belongs to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader import content
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.law_records import Laws
    from grader.model import Case, Exercise, Fingerprints, Hints
    from grader.submission import Submission


class Catalogue:
    """The exercises under a root folder, each loaded once."""

    def __init__(self, root: str = "") -> None:
        self.root = root or content.data_root()
        self._exercises: dict[str, Exercise] = {}
        self._hints: dict[str, Hints] = {}
        self._fingerprints: dict[str, Fingerprints] = {}
        self._laws: dict[str, Laws] = {}
        self._further: dict[tuple[str, tuple[str, ...]], tuple[Case, ...]] = {}

    def ids(self) -> list[str]:
        """Return the ids of all exercises."""
        return content.exercise_ids(self.root)

    def id_for(self, submitted: Submission, wanted: str = "") -> str:
        """Return the id that `wanted`, the file's name or the lack of others decide; else "".

        Raises UsageError when the wanted id is unknown.
        """
        if wanted:
            return self._checked(wanted)
        known = self.ids()
        stem = submitted.name.rpartition(".")[0]
        if stem in known:
            return stem
        return known[0] if len(known) == 1 else ""

    def exercise(self, exercise_id: str) -> Exercise:
        """Return an exercise. Raises UsageError for an unknown id, ContentError for faulty ones."""
        if exercise_id not in self._exercises:
            found = content.load_exercise(self.root, self._checked(exercise_id))
            self._exercises[exercise_id] = found
        return self._exercises[exercise_id]

    def _checked(self, exercise_id: str) -> str:
        known = self.ids()
        if exercise_id not in known:
            raise UsageError(
                f"There is no exercise {exercise_id!r}.", hint=f"Exercises: {', '.join(known)}."
            )
        return exercise_id

    def fingerprints(self, exercise_id: str) -> Fingerprints:
        """Return what the known mistakes of an exercise answer."""
        if exercise_id not in self._fingerprints:
            found = content.load_fingerprints(self.root, exercise_id)
            self._fingerprints[exercise_id] = found
        return self._fingerprints[exercise_id]

    def laws(self, exercise_id: str) -> Laws:
        """Return the laws of an exercise that has some. Raises ContentProblems."""
        if exercise_id not in self._laws:
            self._laws[exercise_id] = content.load_laws(self.root, self.exercise(exercise_id))
        return self._laws[exercise_id]

    def further_cases(self, exercise_id: str, paths: tuple[str, ...]) -> tuple[Case, ...]:
        """Return the cases of `--cases` files, each file once. Raises ContentError."""
        key = exercise_id, paths
        if key not in self._further:
            exercise = self.exercise(exercise_id)
            cases: tuple[Case, ...] = ()
            for path in {os.path.realpath(path): path for path in paths}.values():
                together = exercise._replace(cases=(*exercise.cases, *cases))
                cases += content.load_case_file(path, together)
            self._further[key] = cases
        return self._further[key]

    def forget_further_cases(self) -> None:
        """Have the files of further cases read again when they are next wanted."""
        self._further.clear()

    def hints(self, exercise_id: str) -> Hints:
        """Return the hints of an exercise."""
        if exercise_id not in self._hints:
            self._hints[exercise_id] = content.load_hints(self.root, exercise_id)
        return self._hints[exercise_id]


def default_file(catalogue: Catalogue) -> str:
    """Return the one exercise file in this folder. Raises UsageError when there is none."""
    names = [f"{exercise_id}.py" for exercise_id in catalogue.ids()]
    notebooks = [f"{exercise_id}.ipynb" for exercise_id in catalogue.ids()]
    found = [name for name in (*names, *notebooks) if os.path.isfile(name)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(f"Which one? Here are {', '.join(found)}.", hint="Try: grade FILE")
    raise UsageError(
        f"There is no {' or '.join(names)} in this folder.",
        hint="Name the file (grade FILE), or write the starter here: grade start",
    )
