"""As much of a shell as job control needs: runs a command in the foreground of its terminal.

It writes a line when the command is stopped, and again when it has ended; a line that it reads has
it continue. Both on descriptors that are named by the first two arguments.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import termios


def main() -> None:
    """Be the leader of the terminal's session, and run the command as a job of it."""
    told, asked = int(sys.argv[1]), int(sys.argv[2])
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execv(sys.argv[3], sys.argv[3:])
    while os.WIFSTOPPED(status := os.waitpid(job, os.WUNTRACED)[1]):
        os.tcsetpgrp(0, os.getpgrp())
        os.write(told, b"stopped\n")
        os.read(asked, 100)
        os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
    os.write(told, b"ended %d\n" % os.waitstatus_to_exitcode(status))


main()
