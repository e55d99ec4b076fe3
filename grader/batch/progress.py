"""Tells how far a batch has come: one line that keeps changing, or a line every tenth."""

from __future__ import annotations

import os
import time
from typing import TextIO

_REDRAW_SECONDS = 0.1
_BAR = 24
_TENTHS = 10


class Progress:
    """Progress of `total` submissions on a stream; `live` where lines can be overwritten."""

    def __init__(self, stream: TextIO, total: int, *, live: bool) -> None:
        self._stream = stream
        self._total = total
        self._live = live
        self._done = 0
        self._started = time.monotonic()
        self._drawn = 0.0

    def step(self) -> None:
        """Count one more, and show it where it is time to."""
        self._done += 1
        if self._live:
            now = time.monotonic()
            if now - self._drawn >= _REDRAW_SECONDS or self._done == self._total:
                self._drawn = now
                self._write(f"\r{self._line()}\x1b[K")
        elif self._done * _TENTHS // self._total > (self._done - 1) * _TENTHS // self._total:
            self._write(f"{self._count()}\n")

    def clear(self) -> None:
        """Take the changing line away, so that something else can be written."""
        if self._live and self._drawn:
            self._write("\r\x1b[K")
            self._drawn = 0.0

    def _line(self) -> str:
        filled = _BAR * self._done // self._total
        bar = "#" * filled + "." * (_BAR - filled)
        seconds = time.monotonic() - self._started
        left = seconds / self._done * (self._total - self._done)
        text = f"[{bar}] {self._count()}, {_duration(left)} left"
        return text[: _columns(self._stream) - 1]  # a full line would move on

    def _count(self) -> str:
        return f"{self._done} of {self._total}"

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:  # a terminal that went away stops no batch
            return


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
