"""The folder that a submission works in: new for each, removed with all that it holds.

What a submission leaves may be nested too deeply for paths and for recursion, forbid entry, or have
taken the folder's place. Nothing of it runs any more when it is removed.
"""

import contextlib
import itertools
import os
import stat
import sys
import time

_TICK = 10**9  # nanoseconds: far more than any clock of files takes
_OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm")


class Scratch:
    """The scratch folder of a zygote, which goes from submission to submission."""

    def __init__(self, path, own_user):
        """With `own_user`, this process's user is nobody else's: files of his elsewhere go, too."""
        self.path = path
        self.own_user = own_user
        self.made = None
        self.is_old = False

    def enter(self):
        """Make the folder anew, whatever a submission has put in its place, and go there."""
        if not self.is_new():
            self.remove()
            os.mkdir(self.path, 0o700)
            os.chdir(self.path)
            self.made = _identity(self.path)
            self.is_old = False

    def leave(self):
        """Remove what a submission leaves; a folder that is as it was made serves the next one."""
        if not self.is_new():
            self.remove()
        if self.own_user:
            _remove_strays(self.path)

    def remove(self):
        """Remove the folder."""
        _remove(self.path)

    def is_new(self):
        """Return whether the folder is as it was made: most submissions leave it so.

        Whatever is put in it changes its times, of which nobody can set the second. Soon after it
        was made they may look the same: the clock of files ticks slowly.
        """
        try:
            if _identity(self.path) != self.made or (not self.is_old and os.listdir(self.path)):
                return False
        except OSError:
            return False
        self.is_old = self.is_old or time.time_ns() - self.made[-1] > _TICK
        return True


def _identity(path):
    status = os.lstat(path)
    times = status.st_mtime_ns, status.st_ctime_ns
    return status.st_dev, status.st_ino, status.st_mode, status.st_uid, *times


def _remove_strays(scratch):
    """Remove what our user owns beside its folder and where everybody may make files."""
    user = os.getuid()
    for folder in {os.path.dirname(scratch), *filter(_is_open_to_all, _OPEN_TO_ALL)}:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.stat(follow_symlinks=False).st_uid == user and entry.path != scratch:
                    _remove(entry.path)


def _is_open_to_all(folder):
    return os.path.isdir(folder) and os.stat(folder).st_mode & stat.S_IWOTH


def _remove(path):
    """Remove whatever is at a path, but nothing that a link there leads to."""
    with contextlib.suppress(FileNotFoundError):
        try:
            os.rmdir(path)
        except NotADirectoryError:
            os.unlink(path)
        except OSError:
            with contextlib.suppress(OSError):  # what cannot be removed stays
                _flatten(path)
                os.rmdir(path)


def _flatten(path):
    """Empty a folder: the folders in its folders are moved up into it until there are none.

    Everything is reached by descriptors of folders, none of them by a link: a neighbour may put
    one to any other folder in the place of this one, or in it, while we are at work.
    """
    unused = os.urandom(8).hex()  # begins no name that a submission has made
    new_names = (f"{unused}-{number}" for number in itertools.count())
    with _opened(path) as top:
        while entries := list(os.scandir(top)):
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    _lift(entry.name, top, new_names)
                else:
                    os.unlink(entry.name, dir_fd=top)


def _lift(name, top, new_names):
    """Remove a folder of the folder `top`, and move the folders in it up there."""
    with _opened(name, top) as folder:
        for inner in list(os.scandir(folder)):
            if inner.is_dir(follow_symlinks=False):
                with _opened(inner.name, folder):  # also to be moved, it must be writable
                    new = next(new_names)
                    os.rename(inner.name, new, src_dir_fd=folder, dst_dir_fd=top)
            else:
                os.unlink(inner.name, dir_fd=folder)
    os.rmdir(name, dir_fd=top)


@contextlib.contextmanager
def _opened(name, parent=None):
    """Open a folder, after making it accessible; a link in its place raises OSError."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        folder = os.open(name, flags, dir_fd=parent)
    except PermissionError:  # a link may get the mode, if one comes now; no more than that
        os.chmod(name, 0o700, dir_fd=parent)
        folder = os.open(name, flags, dir_fd=parent)
    try:
        os.fchmod(folder, 0o700)
        yield folder
    finally:
        os.close(folder)


if __name__ == "__main__":  # for a zygote that is lost
    _remove(sys.argv[1])
