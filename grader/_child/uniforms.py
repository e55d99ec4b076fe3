"""Has every random generator that a submission may use speak from one script of uniforms.

A double of NumPy's Mersenne Twister is made of two of its words, and each word is a state word
under a tempering that can be undone: so state words can be written that come out as any doubles
that one wants. All the other generators are replaced by this one, before the submission loads.
What the grader asks, and what is answered, is specified in zygote.py.

Seeding the same kind of generator with the same seed once more makes the draws begin anew, as it
does in truth; another seed or another kind makes fresh ones, and so does none.
"""

import ctypes
import io
import json
import marshal
import random
import sys
import time
import types

import encoding
import numpy
from numpy.random import mtrand

_WORDS = 624  # of one Mersenne Twister state
_STATE_BYTES = 4 * _WORDS
_TOLD = 4  # of its words tell a state from others
_FREE_SEED = 20231202  # of the words of points without a script
_RESULTS_BYTES = 200_000  # of all different results of one answer
_TOO_MANY = ["other", "one of too many different results"]
_SHARE = 0.5  # of the limit of a call: after that part of it, an answer is given
_KINDS = ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")

_shared_generator = mtrand._rand
# Bound before the submission can patch the modules these come from.
_dumps = json.JSONEncoder(allow_nan=False, check_circular=False, separators=(",", ":")).encode
_stored, _restored = marshal.dumps, marshal.loads
_clock = time.monotonic
_real_default_rng = numpy.random.default_rng
_real_kinds = numpy.random.BitGenerator, numpy.random.Generator, numpy.random.RandomState
_real_state = numpy.random.MT19937.state


def state(bits):
    """Return a Mersenne Twister's 624 words as bytes, and how many of them are used."""
    data = bits.state["state"]
    return data["key"].tobytes(), int(data["pos"])


def state_memory(bits):
    """Return the generator's own memory, writable, or None where it does not look as expected.

    NumPy takes 30 microseconds to hand out the state; looking at it takes less than one.
    """
    try:
        memory = (ctypes.c_char * (_STATE_BYTES + 4)).from_address(bits.ctypes.state_address)
    except (AttributeError, TypeError):
        return None
    key, position = state(bits)
    memory = memoryview(memory).cast("B")
    return memory if memory.tobytes() == key + position.to_bytes(4, sys.byteorder) else None


class Script(numpy.random.MT19937):
    """A generator whose next words are written into it; see the module."""

    def __init__(self):
        super().__init__(0)
        self.told = set()
        self.memory = state_memory(self)
        self.play(numpy.random.PCG64(_FREE_SEED).random_raw(_WORDS // 2).tobytes())

    def play(self, words):
        """Begin anew with these state words, as bytes; those that follow are of no interest."""
        self.words = words
        self.starts = {}
        self.furthest = 0
        self.whole = True
        self._turn_to(0)

    def served(self, kind, seed):
        """Return this generator where one of a kind was asked for with a seed or None."""
        if seed is not None:
            self._note()
            start = self.starts.setdefault((kind, str(seed)), self._position())
            self._turn_to(start)
        return self

    def used(self):
        """Return how many doubles of the script were drawn; -1 for what is no number of doubles."""
        self._note()
        return self.furthest // 2 if self.whole else -1

    def _note(self):
        position = self._position()
        self.furthest = max(self.furthest, position)
        self.whole = self.whole and position % 2 == 0 and self._is_whole()

    def _is_whole(self):
        """Return whether the words are still those of the script: 312 doubles renew them."""
        if self.memory is None:
            return state(self)[0].startswith(self.words[:8])
        return self.memory[:8] == self.words[:8]

    def _position(self):
        if self.memory is None:
            return state(self)[1]
        return int.from_bytes(self.memory[_STATE_BYTES:], sys.byteorder)

    def _turn_to(self, position):
        if self.memory is not None:
            self.memory[: len(self.words)] = self.words
            self.memory[_STATE_BYTES:] = position.to_bytes(4, sys.byteorder)
            return
        key = numpy.frombuffer(self.words + state(self)[0][len(self.words) :], numpy.uint32)
        value = {"bit_generator": "MT19937", "state": {"key": key, "pos": position}}
        _real_state.__set__(self, value)

    # What NumPy calls where a submission seeds, saves, copies, splits or moves a generator.

    @property
    def state(self):
        value = _real_state.__get__(self)
        self.told.add(value["state"]["key"][:_TOLD].tobytes())
        return value

    @state.setter
    def state(self, value):
        """Go back to where a state was handed out, by this script or one played before it."""
        self._note()
        saved = value["state"] if isinstance(value, dict) else value
        try:
            known = numpy.asarray(saved["key"], numpy.uint32)[:_TOLD].tobytes() in self.told
        except (TypeError, KeyError, ValueError, IndexError):
            known = False  # NumPy tells what is wrong with it
        if known:
            self._turn_to(int(saved["pos"]))
        else:
            _real_state.__set__(self, value)

    def __deepcopy__(self, memo):
        return self

    def _legacy_seeding(self, seed):
        self.served("legacy", seed)

    def spawn(self, n_children):
        return [self] * n_children

    def jumped(self, jumps=1):  # noqa: ARG002  # NumPy's signature
        return self


# NumPy hands out a state, and takes it back, under the name of the class.
Script.__name__ = numpy.random.MT19937.__name__


class _Nowhere(io.RawIOBase):
    """Takes prints that nobody will read: there are thousands of calls."""

    def writable(self):
        return True

    def write(self, data):
        return len(data)


def take_over():
    """Replace all generators, before the submission loads; return the script."""
    script = Script()
    numpy.random.set_bit_generator(script)
    _replace_numpys(script)
    _replace_pythons(script)
    silence = io.TextIOWrapper(io.BufferedWriter(_Nowhere()), "utf-8", "backslashreplace")
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = silence
    return script


def _replace_numpys(script):
    class RandomState(numpy.random.RandomState):
        def __init__(self, seed=None):
            is_made = isinstance(seed, numpy.random.BitGenerator)
            super().__init__(seed if is_made else script.served("legacy", seed))

    def default_rng(seed=None):
        is_made = isinstance(seed, _real_kinds)
        return _real_default_rng(seed if is_made else script.served("PCG64", seed))

    def kind(name):
        return type(name, (), {"__new__": lambda _, seed=None: script.served(name, seed)})

    numpy.random.RandomState = mtrand.RandomState = RandomState
    numpy.random.default_rng = default_rng
    for name in _KINDS:
        setattr(numpy.random, name, kind(name))


def _replace_pythons(script):
    draw = _shared_generator.random_sample

    class Random(random.Random):
        def random(self):
            return draw()

        def seed(self, a=None, version=2):  # noqa: ARG002  # Python's signature
            self.gauss_next = None
            script.served("random", a)

    shared = Random()
    for name in random.__all__:
        if type(getattr(random, name)) is types.MethodType:
            setattr(random, name, getattr(shared, name))
    random.random = shared.random
    random.Random = random.SystemRandom = Random


def answer(command, namespace, script, limit):
    """Make the calls of a command of points, as far as half the limit of a call allows.

    Returns the frame.
    """
    function = command["function"]
    inputs = [_stored(arguments, 2) for arguments in command["inputs"]]
    deadline = _clock() + limit * _SHARE
    known, results, told, size = {}, [], [], 0
    for number, words in _scripts(command["points"]):
        arguments = _restored(inputs[number])
        script.play(words)
        try:
            code = encoding.encode(namespace[function](*arguments))
        except BaseException as error:
            code = ["raised", encoding.type_name(error)]
        used = script.used()
        key = _dumps(code)
        if key not in known:
            size += len(key)
            if size > _RESULTS_BYTES:
                code, key = _TOO_MANY, ""
            if key not in known:
                known[key] = len(results)
                results.append(code)
        told += known[key], used
        if _clock() > deadline:
            break
    return {"call": command["call"], "results": results, "points": told}


def _scripts(points):
    """Yield the number of the input of each point, and its words; random ones without uniforms."""
    numbers = [point[0] for point in points]
    length = len(points[0]) - 1
    if length == 0:
        for number in numbers:
            yield number, _free.random_raw(_WORDS // 2).tobytes()
        return
    data = _state_words(numpy.array([point[1:] for point in points], numpy.uint64)).tobytes()
    size = 8 * length
    for place, number in enumerate(numbers):
        yield number, data[place * size : (place + 1) * size]


_free = numpy.random.PCG64(_FREE_SEED)


def _state_words(doubles):
    """Return the state words that come out as these doubles, given as whole numbers below 2**53.

    NumPy makes a double of the upper 27 bits of one word and the upper 26 of the next. The rest
    of both hangs on the double in a tangled way: what is made of it is noticed by its disorder.
    """
    rest = (doubles * numpy.uint64(0x9E3779B97F4A7C15)) >> numpy.uint64(53)
    first = (doubles >> numpy.uint64(26) << numpy.uint64(5)) | (rest & numpy.uint64(31))
    second = (doubles << numpy.uint64(6)) | (rest >> numpy.uint64(5))
    words = numpy.stack([first, second], axis=-1).astype(numpy.uint32)
    return _untempered(words)


def _untempered(word):
    """Undo the tempering of MT19937 (Matsumoto and Nishimura, 1998)."""
    word = word ^ (word >> 18)
    word = word ^ ((word << 15) & 0xEFC60000)
    undone = word
    for _ in range(4):  # seven right bits are right at first, and seven more each time
        undone = word ^ ((undone << 7) & 0x9D2C5680)
    word = undone
    for _ in range(2):  # eleven left bits are right at first, and eleven more each time
        undone = word ^ (undone >> 11)
    return undone
