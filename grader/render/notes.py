"""Where notes are shown: those of one case in its block, all others once, at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.render.blocks import in_words
from grader.results import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.results import CaseResult, Note, Report


def own_notes(groups: Iterable[list[CaseResult]]) -> set[str]:
    """The ids of the notes to show in a block: those of one case that has a block of its own.

    `groups` are the cases that share a block, the one that is shown in full first.
    """
    groups = list(groups)
    blocks = {case.number for case, *_ in groups if case.outcome is not Outcome.PASSED}
    found = _by_id(case for group in groups for case in group)
    return {name for name, notes in found.items() if len(notes) == 1 and notes.keys() <= blocks}


def shared_notes(report: Report, own: set[str]) -> list[str]:
    """The other notes as sentences: those of one kind once, with the cases that have them."""
    found = _by_id(report.cases)
    texts = [f"Note: {note.text}" for note in report.notes if note.id not in found]
    for name, notes in found.items():
        if name not in own:
            first = next(iter(notes.values()))
            texts.append(f"Note{_holders(notes, report.total)}: {first.text}")
    return texts


def _by_id(cases: Iterable[CaseResult]) -> dict[str, dict[int, Note]]:
    """For the id of every note of the cases: the notes of this id by number of the case."""
    found: dict[str, dict[int, Note]] = {}
    for case in cases:
        for note in case.notes:
            found.setdefault(note.id, {})[case.number] = note
    return found


def _holders(notes: dict[int, Note], total: int) -> str:
    """Which cases have a note; nothing when all of them have the same."""
    first, *rest = notes
    if len(set(notes.values())) > 1:
        return f" (case {first}; much the same in {in_words(rest)})"
    if len(notes) == total:
        return ""
    return f" ({'cases' if rest else 'case'} {in_words([first, *rest])})"
