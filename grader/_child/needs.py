"""Prints as JSON which files this interpreter and NumPy need, for a sandbox that holds no others.

Started as `python -I -S needs.py NUMPY_FOLDER`. Printed are "python": the path of the interpreter
itself, behind all links; "folders": those of the standard library; "files": the shared libraries,
by the paths at which the loader looks for them, and the loader's own list of libraries.
"""

import ctypes
import json
import os
import sys

_LEFT_OUT = ("site-packages", "dist-packages", "test", "tests")


class _Library(ctypes.Structure):
    """The beginning of the loader's struct dl_phdr_info."""

    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]


def main(numpy_folder):
    """Load all extension modules there are, then ask the loader what it has loaded."""
    folders = [path for path in sys.path if os.path.isdir(path)]
    for folder in (*folders, os.path.join(numpy_folder, "numpy")):
        for path in _extension_modules(folder):
            try:
                ctypes.CDLL(path)
            except OSError:  # it lacks a library here as well
                continue
    python = os.readlink("/proc/self/exe")
    settings = [os.path.join(os.path.dirname(python), up, "pyvenv.cfg") for up in ("", "..")]
    files = [*_libraries(), "/etc/ld.so.cache", *map(os.path.normpath, settings)]
    files = [path for path in files if os.path.isfile(path)]
    print(json.dumps({"python": python, "folders": folders, "files": files}))


def _extension_modules(folder):
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _LEFT_OUT]
        yield from (os.path.join(path, name) for name in names if name.endswith(".so"))


def _libraries():
    found = []
    collector = ctypes.CFUNCTYPE(
        ctypes.c_int, ctypes.POINTER(_Library), ctypes.c_size_t, ctypes.c_void_p
    )

    def collect(library, _size, _data):
        found.append(os.fsdecode(library.contents.name))
        return 0

    ctypes.CDLL(None).dl_iterate_phdr(collector(collect), None)
    return found


if __name__ == "__main__":
    main(sys.argv[1])
