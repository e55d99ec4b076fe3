"""A submission of our own that tries to get out of a sandbox; the grader runs it before others.

Nothing here may succeed. What nevertheless does is told in words that go on after "could".
"""

import os
import socket


def probe(files, folders, port, name, process):
    """Return what could be done.

    Tried are: to read the files, to write into the folders, to connect to a TCP port and to the
    abstract Unix socket of that name, to signal and to look into a process.
    """
    attempts = {
        **{f"read {path}": (_read, path) for path in files},
        **{f"write into {path}": (_write, path) for path in folders},
        "reach this machine's network": (_connect, socket.AF_INET, ("127.0.0.1", port)),
        "reach this machine's programs": (_connect, socket.AF_UNIX, "\0" + name),
        "signal the grader": (os.kill, process, 0),
        "signal its own watcher": (os.kill, os.getppid(), 0),
        "look into the grader": (_read, f"/proc/{process}/mem"),
        "look into its own watcher": (_read, f"/proc/{os.getppid()}/mem"),
    }
    return [deed for deed, (attempt, *of) in attempts.items() if _succeeds(attempt, *of)]


def _succeeds(attempt, *of):
    try:
        attempt(*of)
    except OSError:
        return False
    return True


def _read(path):
    open(path, "rb").close()


def _write(folder):
    path = os.path.join(folder, f"probe-{os.getpid()}")
    open(path, "x").close()
    os.unlink(path)


def _connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as connection:
        connection.settimeout(1)
        connection.connect(address)
