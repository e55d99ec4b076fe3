"""What a runner of GitHub Actions takes for a command in a log, as its source says it.

See actions/runner: src/Runner.Common/ActionCommand.cs, src/Runner.Worker/ActionCommandManager.cs.
"""

from __future__ import annotations

from typing import NamedTuple

# All that a log line can ask for; a token that ends a stop joins them while it is awaited.
COMMANDS = {
    *("stop-commands", "error", "warning", "notice", "debug", "group", "endgroup", "add-mask"),
    *("add-path", "set-env", "set-output", "save-state", "echo", "add-matcher", "remove-matcher"),
}
_DATA = (("%0D", "\r"), ("%0A", "\n"), ("%25", "%"))
_PROPERTY = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))
_LEGACY = (("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%25", "%"))


class Command(NamedTuple):
    """One command that the runner obeys."""

    name: str
    properties: dict[str, str]
    message: str


def obeyed(log: str) -> list[Command]:
    """The commands that a runner obeys in a log, in order; stops and resumptions are none."""
    found = []
    token = ""
    for line in log.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        known = COMMANDS | ({token} if token else set())
        command = _modern(line, known) or _legacy(line, known)
        if command is None:
            continue
        if token:
            token = "" if command.name == token else token
        elif command.name == "stop-commands":
            token = command.message.lower()
        else:
            found.append(command)
    assert token == "", "the commands were never resumed"
    return found


def _modern(line: str, known: set[str]) -> Command | None:
    """`::name key=value,key=value::message`, after any white space."""
    line = line.lstrip()
    if not line.startswith("::"):
        return None
    head, separator, data = line[2:].partition("::")
    return _command(head, data, ",", known, _PROPERTY, _DATA) if separator else None


def _legacy(line: str, known: set[str]) -> Command | None:
    """`##[name key=value;key=value]message`, anywhere in a line."""
    _, prefix, rest = line.partition("##[")
    head, bracket, data = rest.partition("]")
    return _command(head, data, ";", known, _LEGACY, _LEGACY) if prefix and bracket else None


Escapes = tuple[tuple[str, str], ...]


def _command(
    head: str, data: str, separator: str, known: set[str], in_property: Escapes, in_data: Escapes
) -> Command | None:
    name, _, listed = head.partition(" ")
    if name.lower() not in known:
        return None
    pairs = [pair.split("=", 1) for pair in listed.strip().split(separator)]
    properties = {pair[0]: _plain(pair[1], in_property) for pair in pairs if len(pair) == 2}
    return Command(name.lower(), properties, _plain(data, in_data))


def _plain(text: str, escapes: Escapes) -> str:
    for escape, character in escapes:
        text = text.replace(escape, character)
    return text
