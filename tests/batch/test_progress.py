"""Progress: one changing line on a terminal, a line every tenth elsewhere."""

from __future__ import annotations

import io

from grader.batch.progress import Progress


class Gone(io.StringIO):
    """A terminal that was closed."""

    def write(self, text: str) -> int:
        """Fail as a stream does whose reader has gone."""
        raise BrokenPipeError


def test_a_file_gets_a_line_every_tenth() -> None:
    """A log stays short however many there are."""
    stream = io.StringIO()
    progress = Progress(stream, 1000, live=False)
    for _ in range(1000):
        progress.step()
    progress.clear()
    assert [f"{n} of 1000" for n in range(100, 1001, 100)] == stream.getvalue().splitlines()


def test_few_submissions_get_a_line_each() -> None:
    """With three, no tenth is told twice."""
    stream = io.StringIO()
    progress = Progress(stream, 3, live=False)
    for _ in range(3):
        progress.step()
    assert ["1 of 3", "2 of 3", "3 of 3"] == stream.getvalue().splitlines()


def test_a_terminal_gets_one_line_that_goes_away() -> None:
    """It is overwritten, never longer than the terminal, and gone at the end."""
    stream = io.StringIO()
    progress = Progress(stream, 2, live=True)
    progress.step()
    progress.step()
    progress.clear()
    shown = stream.getvalue()
    assert "\n" not in shown
    assert "2 of 2" in shown.split("\r")[-2] and "######" in shown.split("\r")[-2]
    assert "\x1b[K" == shown.split("\r")[-1]


def test_nothing_shown_is_nothing_to_clear() -> None:
    """Rows on the same terminal are not disturbed before there is any progress."""
    stream = io.StringIO()
    Progress(stream, 2, live=True).clear()
    assert "" == stream.getvalue()


def test_a_terminal_that_went_away_stops_no_batch() -> None:
    """Progress is for who watches; the work goes on without."""
    progress = Progress(Gone(), 1, live=True)
    progress.step()
    progress.clear()
