"""Watch sessions in processes of their own: into a pipe, and on a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
from pathlib import Path
from typing import TYPE_CHECKING

from tests.command import environment
from tests.watch.channel import PATIENCE

if TYPE_CHECKING:
    import signal
    from collections.abc import Mapping, Sequence

CLEAR = "\x1b[H\x1b[J"
GRADE = [sys.executable, str(Path(__file__).with_name("grade_toys.py"))]
_SHELL = [sys.executable, str(Path(__file__).with_name("shell.py"))]
_ROOT = str(Path(__file__).parents[2])


def _environment(folder: Path, changes: Mapping[str, str] | None) -> dict[str, str]:
    """Temporary files lie beside the folder, whose parent marks all processes of a session."""
    temporary = folder.with_name("temporary")
    temporary.mkdir(exist_ok=True)
    return environment(folder, {"TMPDIR": str(temporary), "PYTHONPATH": _ROOT, **(changes or {})})


class Session:
    """A running session; everything waits for its output, which is read as it comes."""

    def __init__(self, process: subprocess.Popen[bytes], output: int) -> None:
        self.process = process
        self.output = output
        self.unread = ""

    def until(self, pattern: str) -> str:
        """Wait for output that matches; return all until its end."""
        while not (found := re.search(pattern, self.unread)):
            assert self._read(), f"the output ended before {pattern!r}:\n{self.unread}"
        text, self.unread = self.unread[: found.end()], self.unread[found.end() :]
        return text

    def end(self) -> int:
        """Wait for the end; return the exit code. What was not read is in `unread`."""
        while self._read():
            pass
        return self.process.wait(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process of the session."""
        self.process.send_signal(number)

    def _read(self) -> bool:
        """Take in what was written; return whether more can come."""
        ready = select.select([self.output], [], [], PATIENCE)[0]
        assert ready, f"nothing happens after:\n{self.unread}"
        try:
            data = os.read(self.output, 1 << 16)
        except OSError:  # a terminal that nobody else holds
            return False
        # A terminal is sent a return before each newline.
        self.unread = (self.unread + data.decode()).replace("\r\n", "\n")
        return bool(data)

    def close(self) -> None:
        """End the session, if the test has not."""
        self.process.kill()
        self.process.wait(PATIENCE)
        if self.output >= 0:
            os.close(self.output)


class Piped(Session):
    """A session without a terminal: a block of text for each run."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        stdin: int = subprocess.DEVNULL,
        command: Sequence[str] = GRADE,
        errors: int | None = None,
    ) -> None:
        """`command` comes before the arguments; errors go where the blocks go by default."""
        output, theirs = os.pipe()
        process = subprocess.Popen(
            [*command, "watch", *arguments],
            cwd=folder,
            env=_environment(folder, env),
            stdin=stdin,
            stdout=theirs,
            stderr=theirs if errors is None else errors,
        )
        os.close(theirs)
        super().__init__(process, output)

    def block(self) -> str:
        """Wait for the next block and return it."""
        return self.until(r"(graded|tried) at [^\n]*(\n[^\n]+)*\n\n")

    def hang_up(self) -> None:
        """Read no more, as `head` does when it has enough."""
        os.close(self.output)
        self.output = -1


class OnTerminal(Session):
    """A session on a terminal of 80 columns and 24 rows."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        job: bool = False,
    ) -> None:
        """`job` runs it below a shell, so that it can be stopped and go on."""
        output, self.tty = pty.openpty()
        self.resize(80, 24)
        self.before = termios.tcgetattr(self.tty)
        told, self._told_end = os.pipe()
        asked_end, self._asked = os.pipe()
        shell = [*_SHELL, str(self._told_end), str(asked_end)] if job else []
        terminal = {"TERM": "xterm", "COLUMNS": ""} | ({} if job else {"CONTROL_TERMINAL": "1"})
        process = subprocess.Popen(
            [*shell, *GRADE, "watch", *arguments],
            cwd=folder,
            env=_environment(folder, {**terminal, **(env or {})}),
            stdin=self.tty,
            stdout=self.tty,
            stderr=self.tty,
            start_new_session=True,
            pass_fds=[self._told_end, asked_end] if job else [],
        )
        self._told = told
        self._asked_end = asked_end
        super().__init__(process, output)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self.output, keys.encode())

    def screen(self) -> str:
        """Wait until a report or a problem is drawn to its last line, the keys; return it."""
        drawn = self.until(r"(graded|tried) at [^\n]*\n([^\n]+\n)*?[^\n]*keys: [^\n]*\n")
        return drawn.rpartition(CLEAR)[2]

    def settings(self) -> list[object]:
        """How the terminal is set."""
        return termios.tcgetattr(self.tty)

    def single_keys(self) -> bool:
        """Whether keys are handed over one by one, and not shown."""
        flags = termios.tcgetattr(self.tty)[3]
        return not flags & (termios.ICANON | termios.ECHO)

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal larger or smaller."""
        termios.tcsetwinsize(self.tty, (rows, columns))

    def job_is(self) -> str:
        """Wait for the shell to tell what became of its job."""
        assert select.select([self._told], [], [], PATIENCE)[0], "the job goes on"
        return os.read(self._told, 100).decode()

    def continue_job(self) -> None:
        """Have the shell put its job into the foreground again."""
        os.write(self._asked, b"\n")

    def end(self) -> int:
        """See Session. Our hold on the terminal would keep the output from ending."""
        code = self.process.wait(PATIENCE)
        while select.select([self.output], [], [], 0)[0] and self._read():
            pass
        return code

    def hang_up(self) -> None:
        """Close the terminal."""
        for descriptor in (self.tty, self.output):
            os.close(descriptor)
        self.tty = self.output = -1

    def close(self) -> None:
        """See Session."""
        super().close()
        for descriptor in (self._told, self._told_end, self._asked, self._asked_end, self.tty):
            if descriptor >= 0:
                os.close(descriptor)
