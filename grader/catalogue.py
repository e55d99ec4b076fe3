"""The exercises under a root folder, each loaded once, and which of them a file belongs to."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader import content, identify
from grader.errors import OtherExerciseError, UsageError

if TYPE_CHECKING:
    from grader.hint_records import Fingerprints, Hints
    from grader.law_records import Laws
    from grader.model import Case, Exercise
    from grader.submission import Submission


class Catalogue:
    """The exercises under a root folder, each loaded once."""

    def __init__(self, root: str = "") -> None:
        self.root = root or content.data_root()
        self._known: list[str] = []
        self._exercises: dict[str, Exercise] = {}
        self._hints: dict[str, Hints] = {}
        self._fingerprints: dict[str, Fingerprints] = {}
        self._laws: dict[str, Laws] = {}
        self._further: dict[tuple[str, tuple[str, ...]], tuple[Case, ...]] = {}

    def known(self) -> list[str]:
        """Return the ids of all exercises by name, without reading any file."""
        if not self._known:  # a batch asks for every file
            self._known = content.known_ids(self.root)
        return self._known

    def ids(self) -> list[str]:
        """Return the ids of all exercises, in their order; reads a file of each."""
        return content.exercise_ids(self.root)

    def exercises(self) -> list[Exercise]:
        """Return all exercises, in their order. Raises ContentError for faulty ones."""
        found = [self.exercise(each) for each in self.known()]
        return sorted(found, key=lambda exercise: (exercise.position, exercise.id))

    def id_for(self, submitted: Submission, wanted: str = "") -> str:
        """Return the id that `wanted`, the file's name or the lack of others decide; else "".

        Raises UsageError when the wanted id is unknown.
        """
        if wanted:
            return self.checked(wanted)
        known = self.known()
        stem = os.path.splitext(submitted.name)[0]
        if stem in known:
            return stem
        return known[0] if len(known) == 1 else ""

    def exercise(self, exercise_id: str) -> Exercise:
        """Return an exercise. Raises UsageError for an unknown id, ContentError for faulty ones."""
        if exercise_id not in self._exercises:
            found = content.load_exercise(self.root, self.checked(exercise_id))
            self._exercises[exercise_id] = found
        return self._exercises[exercise_id]

    def checked(self, exercise_id: str) -> str:
        """Return the id of an exercise. Raises UsageError, which lists them, for any other."""
        if exercise_id in self.known():
            return exercise_id
        import difflib  # only for a slip

        known = self.ids()
        alike = difflib.get_close_matches(exercise_id.lower(), known, n=1)
        meant = f"Did you mean {alike[0]}? " if alike else ""
        raise UsageError(
            f"There is no exercise {exercise_id!r}.", hint=f"{meant}Exercises: {', '.join(known)}."
        )

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
                cases += self.case_file(path, together)
            self._further[key] = cases
        return self._further[key]

    def case_file(self, path: str, exercise: Exercise) -> tuple[Case, ...]:
        """Return the cases of one such file, see `content.load_case_file`.

        Raises OtherExerciseError when they are another exercise's, in place of all that is wrong
        with them as this one's; else ContentProblems.
        """
        try:
            return content.load_case_file(path, exercise)
        except content.ContentProblems:
            names = content.argument_names(path)
            if identify.taking([exercise], names):
                raise
            fitting = [other.id for other in identify.taking(self.exercises(), names)]
            if not fitting:
                raise
        raise OtherExerciseError(
            f"{content.shown_path(path)}: these cases are for {' or '.join(fitting)}: they name "
            f"its parameters, not those of {exercise.id}.",
            hint="Use them with a file for that exercise.",
        )

    def forget_further_cases(self) -> None:
        """Have the files of further cases read again when they are next wanted."""
        self._further.clear()

    def hints(self, exercise_id: str) -> Hints:
        """Return the hints of an exercise; none for the report on a file that is for none."""
        if not exercise_id:
            from grader.hint_records import Hints

            return Hints()
        if exercise_id not in self._hints:
            self._hints[exercise_id] = content.load_hints(self.root, exercise_id)
        return self._hints[exercise_id]


def default_file(catalogue: Catalogue, wanted: str = "", command: str = "grade") -> str:
    """Return the one exercise file in this folder, of the `wanted` exercise if that is named.

    Raises UsageError when there is none, or more than one: `command` is what to type a name behind.
    """
    known = [catalogue.checked(wanted)] if wanted else catalogue.known()
    found = {each: names for each in known if (names := _files_here(each))}
    if len(found) == 1 and len(only := next(iter(found.values()))) == 1:
        return only[0]
    known = known if wanted else catalogue.ids()
    if found:
        here = [name for each in known for name in found.get(each, ())]
        raise UsageError(
            f"Which one? Here are {', '.join(here)}.",
            hint=f"Name it, such as: {command} {here[0]}",
        )
    names = [f"{each}.py" for each in known]
    start = f"grade start {wanted}".rstrip()
    raise UsageError(
        f"There is no {' or '.join(names)} in this folder.",
        hint=f"Name the file ({command} FILE), or write the starter here: {start}",
    )


def _files_here(exercise_id: str) -> list[str]:
    """Return the files of an exercise in this folder, by their usual names."""
    return [name for name in (f"{exercise_id}.py", f"{exercise_id}.ipynb") if os.path.isfile(name)]
