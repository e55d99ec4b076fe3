"""What an exercise is: parameters, result, limits, cases, probes, pictures.

Records are NamedTuples: immutable and slotted like frozen dataclasses, but much faster to define.
Their annotations are evaluated, here, in `results`, and wherever `grade FILE` comes by: as strings,
typing would compile each of them, which takes longer than all the rest.
"""

from collections.abc import Mapping
from typing import NamedTuple

# An argument or expected value: None, int, float, or lists (for a whole result: a tuple) of these.
Value = object


class Parameter(NamedTuple):
    """One argument of the exercise's function, described in the words of exercise.toml.

    `type` is one of "int", "float", "list[int]", "list[float]", "list[list[float]]".
    `same_length` names another parameter whose length this one must have.
    `array` allows cases to pass it as a NumPy array; `optional` allows None or leaving it out.
    `sums_to` is what every innermost list must sum to, as a distribution does to 1.
    `index_into` names a parameter with rows: item i of this list must be an index of its row i.
    `same_width` names one too: all its rows, and each innermost list of this, are equally long.
    """

    name: str
    type: str
    min: float | None = None
    max: float | None = None
    same_length: str = ""
    array: bool = False
    optional: bool = False
    sums_to: float | None = None
    index_into: str = ""
    same_width: str = ""


class ResultPart(NamedTuple):
    """One part of the function's result; several parts make a tuple, a single one stands alone.

    `tolerance` is the allowed absolute difference of floats. `prefix_of` names the parameter of
    which this list must be a prefix, `length_of` the list whose length this count must be: both
    only improve the words of a failure, equality with the expected value alone decides.
    """

    name: str
    type: str
    min: float | None = None
    max: float | None = None
    tolerance: float = 0.0
    prefix_of: str = ""
    length_of: str = ""


class Column(NamedTuple):
    """One column of the decision table: the key in each row, its heading, digits for floats."""

    key: str
    title: str
    decimals: int | None = None


class Limits(NamedTuple):
    """What a submission may use: seconds per call and to load, memory above the start, output."""

    call_seconds: float = 2.0
    load_seconds: float = 10.0
    memory_mib: int = 512
    output_kept_kib: int = 64
    output_stop_mib: int = 8


class Row(NamedTuple):
    """One row of a decision table: a value per column key, and whether the rule looks at it."""

    cells: Mapping[str, Value]
    examined: bool = True


class Case(NamedTuple):
    """One call with its expected value; probes are cases without points and words.

    `args` are positional, in the order of the exercise's parameters, without the trailing ones
    that the case leaves out. `arrays` names those passed as NumPy arrays. `draws` is the number
    of uniform draws that the reference makes (None where nobody recorded it). `rows` is the
    decision table (empty for cases of an instructor's own file). `source` and `line` say where
    the case is written.
    """

    id: str
    args: tuple[Value, ...]
    expected: Value
    title: str = ""
    why: str = ""
    arrays: tuple[str, ...] = ()
    points: int | float = 1
    topic: str = ""
    tags: tuple[str, ...] = ()
    boundary: bool = False
    hidden: bool = False
    draws: int | None = None
    rows: tuple[Row, ...] = ()
    source: str = ""
    line: int = 0


class Picture(NamedTuple):
    """A picture that teaches, as exercise.toml declares it.

    `kind` is one of
    - "trace": a bar from 0 to 1 for each row of a case's decision table. `label`, `fill`, `mark`
      and `words` are keys of its columns: what stands before the bar, how far it is filled, where
      the mark is, what stands behind it.
    - "overlap": two distributions, `upper` (p) and `lower` (q), arguments of a case; `row` of
      those that have rows, by default the last one that the case examines. `areas` names min(p, q),
      q - p and p - q, `label` what is counted.
    - "curves": `data` is what `curves()` of trace.py returned, see `grader.pictures.make`.

    `case` is the case shown when none is asked for.
    """

    id: str
    kind: str
    title: str
    caption: str = ""
    case: str = ""
    label: str = ""
    fill: str = ""
    mark: str = ""
    words: str = ""
    upper: str = ""
    lower: str = ""
    row: int | None = None
    areas: tuple[str, ...] = ()
    data: Value = None


class Exercise(NamedTuple):
    """Everything about one exercise that grading needs, without its hints.

    `function` is the name that a submission must define and `filename` the usual file name.
    `seed` is the seed of NumPy's global generator that the exercise prescribes, or None.
    `rows_follow` names the result part whose elements grow with the rows of the decision table.
    `content_version` identifies the content that made the generated data. Exercises are listed by
    `position`, those of the same by id. `has_laws` tells whether there are laws, which are read
    apart: see `Laws`.
    """

    id: str
    title: str
    function: str
    parameters: tuple[Parameter, ...]
    result: tuple[ResultPart, ...]
    limits: Limits
    cases: tuple[Case, ...]
    probes: tuple[Case, ...] = ()
    seed: int | None = None
    columns: tuple[Column, ...] = ()
    rows_follow: str = ""
    starter: str = ""
    content_version: str = ""
    position: int = 0
    pictures: tuple[Picture, ...] = ()
    has_laws: bool = False

    @property
    def filename(self) -> str:
        """The file name by which a submission is recognised as this exercise's."""
        return f"{self.id}.py"
