"""Read cases: those of an exercise, its probes, and those of an instructor's own file."""

from __future__ import annotations

from keyword import iskeyword
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.content import _rules as rules
from grader.content._file import quoted
from grader.content._problems import shown_path
from grader.content._values import (
    SEED_FIX,
    positional,
    read_args,
    read_arrays,
    read_expected,
)
from grader.model import Case

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.content._file import TomlFile
    from grader.content._lines import Where
    from grader.model import Exercise, Value

_CASE = {
    "id": rules.ID,
    "title": rules.SENTENCE,
    "why": rules.TEXT,
    "args": rules.TABLE,
    "arrays": rules.TEXTS,
    "expected": rules.TABLE,
    "points": rules.AMOUNT,
    "topic": rules.ID,
    "tags": rules.TEXTS,
    "boundary": rules.FLAG,
    "hidden": rules.FLAG,
}
_PLAIN = ("why", "points", "topic", "boundary", "hidden")
# Marks that make pytest do something; a tag of this name would skip or bend the test.
_MARKS_OF_PYTEST = {"filterwarnings", "parametrize", "skip", "skipif", "usefixtures", "xfail"}


class Seen(NamedTuple):
    """What used an id or an input first, over all files that are graded together.

    `ids` are known from faulty cases too, by path and line; inputs only from faultless ones.
    """

    ids: dict[str, tuple[str, int]]
    inputs: dict[str, Case]

    @classmethod
    def of(cls, exercise: Exercise) -> Seen:
        """Return what `exercise` uses; its probes are unscored, so their inputs may come again."""
        return cls(
            {case.id: (case.source, case.line) for case in (*exercise.cases, *exercise.probes)},
            {_input(case.args, case.arrays): case for case in exercise.cases},
        )


class CaseReader:
    """Reads the cases of one file for one exercise; what is wrong is recorded in the file."""

    def __init__(
        self, file: TomlFile, exercise: Exercise, seen: Seen, *, own: bool = False
    ) -> None:
        """`seen` knows the cases of other files and learns those of this one.

        In an instructor's `own` file each case says what is expected, and may be hidden.
        """
        self.file = file
        self.exercise = exercise
        self.seen = seen
        self.own = own
        self.explained = {
            "seed": SEED_FIX,
            "format_version": "move it to the top of the file",
            **{spec.name: "write it inside args = { ... }" for spec in exercise.parameters},
            **{part.name: "write it inside expected = { ... }" for part in exercise.result},
        }
        self.kinds = {
            **_CASE,
            "args": _table_of([spec.name for spec in exercise.parameters if not spec.optional]),
            "expected": _table_of([part.name for part in exercise.result]),
        }

    def cases(self) -> list[Case]:
        """Return the faultless cases of the file."""
        required = ("id", "args", "expected") if self.own else ("id", "args")
        return self._read("case", self.kinds, required)

    def probes(self) -> list[Case]:
        """Return the faultless probes of the file, which may hold none."""
        if self.file.usable and not self.file.tables:
            return []
        kinds = {key: self.kinds[key] for key in ("id", "args", "arrays", "boundary")}
        return self._read("probe", kinds, ("id", "args"))

    def _read(
        self, name: str, kinds: Mapping[str, rules.Kind], required: tuple[str, ...]
    ) -> list[Case]:
        """Return the faultless tables `[[name]]` as cases."""
        if not self.file.usable or not self._has_tables(name):
            return []
        read = []
        for where, table in rules.entries(self.file, name):
            errors = self.file.error_count
            case = self._case(where, table, kinds, required)
            if case is not None and self.file.error_count == errors:
                read.append(case)
        return read

    def _has_tables(self, wanted: str) -> bool:
        """Check that the file has tables of this name, and record what else is at its top."""
        file = self.file
        tables = file.tables.get(wanted)
        if tables and isinstance(tables, list):
            top = {"seed": SEED_FIX}
            rules.names_meant(file, (), file.tables, [wanted], "table or key", top)
            return True
        headings = [_heading(name, value) for name, value in file.tables.items()]
        seen = f"tables seen: {', '.join(headings)}" if headings else "the file holds no table"
        message = f"no {wanted} at all; {seen}, wanted [[{wanted}]]"
        file.error(tuple(file.tables)[:1], message, f"write [[{wanted}]] above each {wanted}")
        return False

    def _case(
        self,
        where: Where,
        table: dict[str, Any],
        kinds: Mapping[str, rules.Kind],
        required: tuple[str, ...],
    ) -> Case | None:
        """Return one table as a case; None when its id or its arguments are missing or wrong."""
        file, parameters = self.file, self.exercise.parameters
        good = rules.take(file, where, table, kinds, required, self.explained)
        if good.get("hidden") and not self.own:
            fix = "move the case to a file for --cases"
            file.error((*where, "hidden"), "a case of the exercise cannot be hidden", fix)
        self._check_tags((*where, "tags"), good.get("tags", []))
        self._check_id(where, good.get("id"))
        if "args" not in good:
            return None
        errors = file.error_count
        args = read_args(file, (*where, "args"), good["args"], parameters)
        arrays = read_arrays(file, (*where, "arrays"), good.get("arrays", []), args, parameters)
        # Faulty arguments would only make noise about the value that belongs to them.
        sound = args if file.error_count == errors else {}
        expected = self._expected((*where, "expected"), good.get("expected"), sound)
        if "id" not in good or file.error_count > errors:
            return None
        case = Case(
            good["id"],
            positional(args, parameters),
            expected,
            title=good.get("title", good["id"].replace("-", " ")),
            arrays=arrays,
            tags=tuple(good.get("tags", ())),
            source=file.path,
            line=file.line(where),
            **{key: good[key] for key in _PLAIN if key in good},
        )
        self._check_input((*where, "args"), case)
        return case

    def _expected(self, where: Where, table: Any, args: dict[str, Value]) -> Value:
        """Return the expected value, or None when the file leaves it out."""
        if table is None:
            return None
        return read_expected(self.file, where, table, args, self.exercise.result)

    def _check_tags(self, where: Where, tags: list[str]) -> None:
        """Check that pytest can use each tag as a mark, without a meaning of its own."""
        for index, tag in enumerate(tags):
            if tag in _MARKS_OF_PYTEST:
                message = f'the tag "{tag}" means something else to pytest'
                self.file.error((*where, index), message, "choose another word")
            elif not tag.isidentifier() or iskeyword(tag):
                message = f"{quoted(tag)} cannot be a mark of pytest"
                fix = "use a word of letters, digits and _ that is no keyword of Python"
                self.file.error((*where, index), message, fix)

    def _check_id(self, where: Where, id: str | None) -> None:
        """Check that no other case has this id, if it has a valid one."""
        if id is None:
            return
        here = (self.file.path, self.file.line(where))
        first = self.seen.ids.setdefault(id, here)
        if first is not here:
            message = f'the id "{id}" is already used at {_place(*first)}'
            self.file.error((*where, "id"), message, "choose another id")

    def _check_input(self, where: Where, case: Case) -> None:
        """Check that no other case has this input."""
        first = self.seen.inputs.setdefault(_input(case.args, case.arrays), case)
        if first is not case:
            message = f'the same input as case "{first.id}" at {_place(first.source, first.line)}'
            self.file.error(where, message, "change it, or remove one of them")


def _table_of(names: list[str]) -> rules.Kind:
    """Return the kind of a table with these keys, to show it in messages."""
    keys = ", ".join(f"{name} = ..." for name in names)
    return rules.TABLE._replace(example=f"{{ {keys} }}")


def _input(args: tuple[Value, ...], arrays: tuple[str, ...]) -> str:
    """Return what two calls have in common when nobody can tell them apart."""
    return repr((args, sorted(arrays)))


def _place(source: str, line: int) -> str:
    return f"{shown_path(source)}:{line}"


def _heading(name: str, value: object) -> str:
    """Return a top-level entry as it is probably written."""
    if isinstance(value, dict):
        return f"[{name}]"
    return f"[[{name}]]" if isinstance(value, list) else f"{name} = ..."
