"""Records about going wrong: hints, known mistakes, and what these answer.

They stand apart from `model` because a run whose file passes needs none of them.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Hint(NamedTuple):
    """One step of the ladder or one nudge: an id (for memory), and Markdown-free text."""

    id: str
    text: str
    title: str = ""


class Mistake(NamedTuple):
    """A known wrong way to write the function: its name, what it does instead, and nudges.

    A group of mistakes that no call can tell apart is one too: `members` are their ids.
    `generator` names the fact about the random draws (see `judge.draw_fact`) by which a mistake is
    recognised whose answers change from run to run.
    """

    id: str
    title: str
    explanation: str
    nudges: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    generator: str = ""


class Hints(NamedTuple):
    """All learner texts about going wrong: the ladder, nudges per topic, mistakes, draw notes.

    `notes` maps the id of a fact about the random draws to its sentence, see `judge`.
    """

    ladder: tuple[Hint, ...] = ()
    topics: Mapping[str, tuple[Hint, ...]] = {}
    mistakes: Mapping[str, Mistake] = {}
    groups: Mapping[str, Mistake] = {}
    notes: Mapping[str, str] = {}
    follow_ups: tuple[str, ...] = ()


class Fingerprints(NamedTuple):
    """What every known mistake answers to every call, as `grade author sync` recorded it.

    `calls` are the ids of the cases, then of the probes. `mistakes` maps the id of a mistake to
    one index into `answers`, the distinct answers as strings, per call. `names`, `groups` and
    `notes` are what a report says of them, as in mistakes.toml and hints.toml: reading the TOML
    would take longer than all the rest of a report.
    """

    calls: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    mistakes: Mapping[str, tuple[int, ...]] = {}
    names: Mapping[str, Mistake] = {}
    groups: Mapping[str, Mistake] = {}
    notes: Mapping[str, str] = {}
