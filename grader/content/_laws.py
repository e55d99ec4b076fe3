"""Read laws.toml: for which calls the law of the result is measured, and which law it must have."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any

from grader.content import _rules as rules
from grader.content._values import positional, read_args
from grader.law_records import Law, LawCall, WrittenLaw

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from grader.content._file import TomlFile
    from grader.content._lines import Where
    from grader.model import Exercise, Parameter

_LAW = {
    "id": rules.ID,
    "title": rules.SENTENCE,
    "args": rules.TABLE,
    "drafted": rules.NAME,
    "drawn_from": rules.NAME,
    "output": rules.NAME,
    "wanted": rules.SENTENCES._replace(example='["..."]'),
    "count": rules.NAME,
}
_REQUIRED = ("id", "title", "args", "output", "wanted")
_TOGETHER = ("drafted", "drawn_from")
_SUM = 1e-12  # how far the sum of a row may be from 1
_MOST_CALLS = 1000

_Rows = list[list[float]]


class LawReader:
    """Reads the laws of an exercise; what is wrong is recorded in the file."""

    def __init__(self, file: TomlFile, exercise: Exercise) -> None:
        self.file = file
        self.parameters = {parameter.name: parameter for parameter in exercise.parameters}
        self.lists = [part.name for part in exercise.result if part.type == "list[int]"]
        self.counts = [part.name for part in exercise.result if part.type == "int"]

    def laws(self) -> list[WrittenLaw]:
        """Return the faultless laws of the file."""
        if not self.file.usable:
            return []
        meant = rules.names_meant(self.file, (), self.file.tables, ["law"], "table or key")
        if not meant and not self.file.tables.get("law"):
            self.file.error((), "no law at all; wanted [[law]]", "write [[law]] above each law")
        first: dict[str, Where] = {}
        written = []
        for where, table in rules.entries(self.file, "law"):
            errors = self.file.error_count
            law = self._law(where, table, first)
            if law is not None and self.file.error_count == errors:
                written.append(WrittenLaw(law, self.file.line(where)))
        return written

    def _law(self, where: Where, table: dict[str, Any], first: dict[str, Where]) -> Law | None:
        """Return one table as a law; None when something of it is wrong."""
        errors = self.file.error_count
        good = rules.take(self.file, where, table, _LAW, _REQUIRED)
        if "id" in good and first.setdefault(good["id"], where) is not where:
            message = f'the id "{good["id"]}" is already used at {self.file.at(first[good["id"]])}'
            self.file.error((*where, "id"), message, "choose another id")
        self._check_names(where, good)
        if self.file.error_count > errors:
            return None
        args = self._args(where, good)
        if self.file.error_count > errors:
            return None
        wanted = [
            (row, place)
            for index, name in enumerate(good["wanted"])
            for row, place in self._rows((*where, "wanted", index), args, name)
        ]
        drafted = self._rows((*where, "drawn_from"), args, good.get("drawn_from", ""))
        self._check_sums([*wanted, *drafted])
        self._check_number((*where, "drawn_from"), [row for row, _ in drafted])
        if self.file.error_count > errors:
            return None
        return Law(
            good["id"],
            good["title"],
            tuple(self._calls(args, good.get("drafted", ""), [row for row, _ in drafted])),
            good["output"],
            tuple(tuple(row) for row, _ in wanted),
            good.get("count", ""),
        )

    def _check_names(self, where: Where, good: dict[str, Any]) -> None:
        """Check that keys name what they may name, and that two of them come together."""
        known = {name: spec.type for name, spec in self.parameters.items()}
        rows = [name for name, kind in known.items() if kind == "list[list[float]]"]
        drafts = [name for name, kind in known.items() if kind == "list[int]"]
        lists = [name for name, kind in known.items() if kind == "list[float]"]
        self._check_name((*where, "drafted"), good, drafts, "a list of ints among the parameters")
        self._check_name((*where, "drawn_from"), good, rows, "a list of rows among the parameters")
        self._check_name((*where, "output"), good, self.lists, "a list of ints of the result")
        self._check_name((*where, "count"), good, self.counts, "an int of the result")
        for index, name in enumerate(good.get("wanted", [])):
            if name not in (*rows, *lists):
                message = f'"{name}" is no list of numbers or of rows among the parameters'
                fix = rules.nearest(name, [*rows, *lists])
                self.file.error((*where, "wanted", index), message, fix)
        given = [key for key in _TOGETHER if key in good]
        if len(given) == 1:
            other = next(key for key in _TOGETHER if key not in given)
            message = f'"{given[0]}" is nothing without "{other}"'
            self.file.error((*where, given[0]), message, f"add {other}, or remove it")

    def _check_name(
        self, where: Where, good: dict[str, Any], known: Collection[str], words: str
    ) -> None:
        """Check that a key, if it is there, names one of the things it may name."""
        name = good.get(str(where[-1]))
        if name is not None and name not in known:
            self.file.error(where, f'"{name}" is not {words}', rules.nearest(name, known))

    def _args(self, where: Where, good: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments that all calls have in common."""
        drafted = good.get("drafted", "")
        others = [spec for spec in self.parameters.values() if spec.name != drafted]
        if drafted in good["args"]:
            message = f'"{drafted}" is drafted, every possible one'
            self.file.error((*where, "args", drafted), message, "remove it here")
        given = {name: value for name, value in good["args"].items() if name != drafted}
        return dict(read_args(self.file, (*where, "args"), given, others))

    def _rows(
        self, where: Where, args: dict[str, Any], name: str
    ) -> Iterable[tuple[list[float], Where]]:
        """Return the rows of an argument, with the way to each."""
        if not name:
            return []
        value = args.get(name)
        place = (*where[:2], "args", name)
        if value is None:
            self.file.error(where, f'"{name}" is not given in args', "give it there")
            return []
        if self.parameters[name].type == "list[float]":
            return [(value, place)]
        return [(row, (*place, index)) for index, row in enumerate(value)]

    def _check_sums(self, rows: Iterable[tuple[list[float], Where]]) -> None:
        """Check that rows are distributions."""
        seen: set[Where] = set()
        for row, place in rows:
            total = math.fsum(row)
            if place in seen:
                continue
            seen.add(place)
            if min(row, default=0.0) < 0 or abs(total - 1) > _SUM:
                message = f"is no distribution: it sums to {total!r}"
                if min(row, default=0.0) < 0:
                    message = "is no distribution: a probability is below 0"
                self.file.error(place, message, "let its probabilities sum to 1")

    def _check_number(self, where: Where, rows: _Rows) -> None:
        """Check that not too many inputs can be drafted."""
        count = math.prod(sum(p > 0 for p in row) for row in rows)
        if count > _MOST_CALLS:
            message = f"{count:,} inputs can be drafted, the most is {_MOST_CALLS:,}"
            self.file.error(where, message, "use shorter rows, or fewer of them")

    def _calls(self, args: dict[str, Any], drafted: str, rows: _Rows) -> Iterable[LawCall]:
        """Return a call for everything that can be drafted, without what the reference knows."""
        specs: list[Parameter] = list(self.parameters.values())
        possible = [[value for value, p in enumerate(row) if p > 0] for row in rows]
        for values in product(*possible):
            weight = math.prod(row[value] for row, value in zip(rows, values, strict=True))
            with_draft = {**args, drafted: list(values)} if drafted else args
            yield LawCall(positional(with_draft, specs), weight, 0, (), ())
