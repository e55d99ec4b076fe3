"""Imports NumPy without what only people read in it: that takes a sixth less time and memory.

Two of NumPy's modules do nothing but attach documentation to what is written in C, and one other
holds annotations, of which NumPy itself uses a single one. Stand-ins take their places while NumPy
is imported, and are gone afterwards: a submission that imports `numpy.typing` gets the real thing.
This is known to be true of the versions below; later ones are imported whole.
"""

import os
import sys
import types

_OLDEST, _NEWEST = (1, 26), (2, 4)
_DOCUMENTATION = ("_add_newdocs", "_add_newdocs_scalars")
_CORES = ("numpy._core", "numpy.core")  # since NumPy 2, and before
_VERSION = b'version = "'


class _Anything:
    """Stands for whatever an annotation is made of."""

    def __class_getitem__(cls, _):
        return cls


def import_numpy():
    """Import NumPy with its random generators, if it is not there already."""
    if "numpy" in sys.modules:
        return
    register = getattr(os, "register_at_fork", None)  # not on Windows
    # With it come `threading` and `random`, whose hooks would do a lot in every worker.
    os.register_at_fork = lambda **_: None
    lent = _stand_ins()
    sys.modules.update(lent)
    try:
        import numpy.random  # noqa: F401
    finally:
        for name in lent:
            del sys.modules[name]
        if register is not None:
            os.register_at_fork = register
        else:
            del os.register_at_fork


def _stand_ins():
    """Return the modules that NumPy is to find in place of others."""
    import random  # under the eyes of import_numpy

    # All that NumPy wants of `secrets`, which itself loads OpenSSL: that takes 3 ms.
    found = {"secrets": types.ModuleType("secrets")}
    found["secrets"].randbits = random.SystemRandom().getrandbits
    if _OLDEST <= _version() <= _NEWEST:
        for name in (f"{core}.{module}" for core in _CORES for module in _DOCUMENTATION):
            found[name] = types.ModuleType(name)
        found["numpy._typing"] = types.ModuleType("numpy._typing")
        found["numpy._typing"].__getattr__ = lambda _: _Anything
    return found


def _version():
    """Return major and minor version of the NumPy that would be imported; (0, 0) if unknown."""
    for folder in sys.path:
        try:
            with open(os.path.join(folder, "numpy", "version.py"), "rb") as file:
                text = file.read(2000).partition(_VERSION)[2]
            return tuple(int(part) for part in text.split(b".")[:2])
        except (OSError, ValueError):
            continue
    return 0, 0
