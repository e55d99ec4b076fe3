"""The command `grade` with the toy exercises; on a terminal it becomes the one in command of it."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

from grader.__main__ import main
from grader.catalogue import Catalogue
from grader.watch import command

TOY = Path(__file__).parents[1] / "data" / "toy"

if "CONTROL_TERMINAL" in os.environ:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

command.Catalogue = functools.partial(Catalogue, str(TOY))
sys.argv[0] = "grade"
main()
