"""Runs one submission: loads it, makes the calls it is told to, writes a frame for each.

The frames and the command lines are specified in zygote.py. Nothing here decides anything: a frame
is only what the submission claims to have returned.
"""

import contextlib
import ctypes
import io
import json
import marshal
import mmap
import os
import random
import struct
import sys
import time
import tokenize
import types
import warnings

import cells
import encoding
import numpy
import uniforms
from numpy.random import mtrand

try:
    import resource
except ImportError:  # Windows
    resource = None

MARK = b"\0end of call\n"  # its end is no beginning of it: it is found where it stands first
# The state that np.random and random have before every call; any but the exercise's own seed.
_FIXED_SEED = 20231201
_WORDS = 624  # of one Mersenne Twister state
_TELLING = 64  # bytes of them, by which a state is known: all words are renewed together
_MAX_GENERATIONS = 64  # some 20,000 doubles; who draws more is told "other"

_shared_generator = mtrand._rand
_reseed = _shared_generator.seed
# Bound before the submission can patch the modules these come from.
_loads = json.loads
_marshal, _restored = marshal.dumps, marshal.loads
_clock = time.monotonic
_ndarray = numpy.ndarray
_recorder = warnings.catch_warnings(record=True)
_filter_warnings = warnings.simplefilter
_FIXED_RANDOM = random.Random(_FIXED_SEED).getstate()
_reset_random = random.setstate
_watches = {}  # by seed
_known = {}  # commands by their lines: most submissions of a batch get the same
_MOST_KNOWN = 1000
_UNSHARED = 2  # the last version of marshal that does not count references
_REHEARSALS = 4
_REHEARSAL = b"""
import numpy as np

def rehearse(first, second=None):
    np.random.seed(0)
    kept = []
    for i in range(len(first)):
        if np.random.uniform() < min(1, first[i] / float(second[i])):
            kept.append(i)
    return kept, len(kept)
"""
_REHEARSED = (
    b'{"call":0,"function":"rehearse","args":[[0.25,1.0],{"array":[0.5,1.5]}],"told":false}'
)
_LISTED_NAMES = 1000
_MESSAGE = 2000
_OURS = ("cells", "encoding", "guard", "lean", "scratch", "uniforms", "worker", "zygote")
_ARRAYS = 12  # whose shapes are told of an exception's place
_DESCRIBED_CELLS = 20  # of those that fail; of the others the place is told


class Lines:
    """Lines read from a descriptor, without reading further than one write of the sender."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.buffer = b""

    def next(self):
        """Return the next line without its end; None at the end of the file."""
        while b"\n" not in self.buffer:
            chunk = os.read(self.descriptor, 1 << 16)
            if not chunk:
                return None
            self.buffer += chunk
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line

    def take(self, size):
        """Return the next `size` bytes; fewer at the end of the file."""
        while len(self.buffer) < size and (chunk := os.read(self.descriptor, 1 << 16)):
            self.buffer += chunk
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken


def work(load, commands, answers):
    """Load the submission of a load request, its source decoded, then answer command lines.

    `commands` and `answers` are descriptors of this process's own. Never returns.
    """
    try:
        _take_over(load, commands, answers)
    finally:
        os._exit(70)  # only a fault of ours, or a channel that the submission closed, leads here


def _take_over(load, commands, answers):
    prepare(load["seed"])
    _limit_resources(load["limits"])
    sys.argv = [load["file"]]
    module = types.ModuleType("submission")
    module.__file__ = load["file"]
    sys.modules["submission"] = module
    watch = _watches[load["seed"]]
    watch.reset()
    script = uniforms.take_over() if load["scripted"] else None
    file = load["file"]
    frame = _load(module, load)
    _mark_prints()
    _write(answers, frame)
    lines = Lines(commands)
    caught = _caught_warnings() if script is None else _no_warnings()
    problem = frame["error"]  # seen only where the file had loaded before: it does not twice
    while (line := lines.next()) is not None:
        command = _restored(_known[line]) if line in _known else _parsed(line)
        if problem:
            answer = _not_called(command, problem)
        elif script is not None:
            answer = uniforms.answer(command, module.__dict__, script, load["limits"]["call"])
        else:
            answer = _call(module, command, watch, caught, file)
        if command["told"]:
            _mark_prints()
        _write(answers, answer)
    os._exit(0)


def _parsed(line):
    """Return a command, with arguments as bytes of which each call gets a copy."""
    command = _loads(line)
    if "args" in command:
        command["args"] = [_stored_argument(code) for code in command["args"]]
    return command


def _stored_argument(code):
    """Return an argument as bytes, and whether it is one to pass as a NumPy array."""
    is_array = type(code) is dict
    return _marshal(code["array"] if is_array else code, _UNSHARED), is_array


def learn(lines):
    """Parse lines before workers are forked that will get the same ones.

    Commands are kept as bytes: a worker that used their objects would have the memory copied.
    """
    for line in lines:
        if line not in _known and len(_known) < _MOST_KNOWN:
            _known[line] = _marshal(_parsed(line), _UNSHARED)


def prepare(seed):
    """Make what every worker needs, if it is not there: best done once, before any is forked."""
    if seed not in _watches:
        _standard_streams()
        for name in _OURS:
            sys.modules.pop(name, None)  # a submission's `import worker` must not find ours
        _watches[seed] = _GeneratorWatch(seed)


def rehearse(seed):
    """Make calls of a submission of our own, before many workers are forked.

    What Python finds out on the way (which code is hot, where attributes are, what the linker left
    for later) and the memory that this takes are then common to all workers: a quarter less work.
    """
    for _ in range(_REHEARSALS):
        module = types.ModuleType("rehearsal")
        encoding.line(_load(module, {"source": _REHEARSAL, "cells": [], "file": "rehearsal.py"}))
        for _ in range(_REHEARSALS):
            command = _parsed(_REHEARSED)
            encoding.line(_call(module, command, _watches[seed], [], "rehearsal.py"))


def _mark_prints():
    """Write the mark that ends the prints of a call, unless the submission closed the channel."""
    with contextlib.suppress(OSError):
        os.write(2, MARK)


def _write(descriptor, data):
    try:
        line = encoding.line(data)
    except ValueError:
        line = encoding.line({**data, "value": ["other", "a value too large to show"]})
    while line:
        line = line[os.write(descriptor, line) :]


def _standard_streams():
    """Point Python's streams at the descriptors, unbuffered: a hard exit must not lose a print."""
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = io.TextIOWrapper(
            io.FileIO(descriptor, "w", closefd=False),
            encoding="utf-8",
            errors="backslashreplace",
            write_through=True,
            newline="\n",
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


# --- limits --------------------------------------------------------------------------------------


def _limit_resources(limits):
    if resource is None:
        return
    wanted = {
        resource.RLIMIT_AS: mapped_bytes() + limits["memory"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: limits["stop"],
        resource.RLIMIT_NOFILE: 256,
    }
    for which, size in wanted.items():
        try:
            hard = resource.getrlimit(which)[1]
            size = size if hard == resource.RLIM_INFINITY else min(size, hard)
            resource.setrlimit(which, (size, size))
        except (ValueError, OSError):  # macOS knows some of these and refuses to set them
            continue


def mapped_bytes():
    """Return how much address space this process holds; measured where there is no /proc."""
    try:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return _measured_bytes()
    pages = int(os.read(descriptor, 100).split()[0])
    os.close(descriptor)
    return pages * mmap.PAGESIZE


def _measured_bytes():
    """Find the address space by asking which limit still lets one more page be mapped."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    low, high = 0, 1 << 40
    while high - low > 1 << 20:
        middle = (low + high) // 2
        try:
            resource.setrlimit(resource.RLIMIT_AS, (middle, hard))
            mmap.mmap(-1, mmap.PAGESIZE).close()
            high = middle
        except (OSError, ValueError, MemoryError):
            low = middle
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    return high


# --- loading -------------------------------------------------------------------------------------


def _load(module, load):
    """Compile and run the submission; return the frame of the load."""
    source = load["source"]
    if load["cells"]:
        told = _run_cells(source, load, module)
        return {"defines": _defines(module), "error": None, "cells": told}
    error = None
    try:
        _check_encoding(source, load["file"])
        exec(compile(source, load["file"], "exec", dont_inherit=True), module.__dict__)
    except BaseException as raised:
        error = _describe_error(raised, load["file"])
    return {"defines": _defines(module), "error": error}


def _check_encoding(source, file):
    """Refuse bytes that Python refuses in a file; `compile` lets some of them pass in comments."""
    encoding = "utf-8"
    try:
        if b"coding" in b"".join(source.split(b"\n", 2)[:2]):
            encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    except SyntaxError:  # in the first two lines; of a bad coding line, compile tells more
        pass
    try:
        source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        message = f"a byte that is no {encoding}, and no coding line says what else it is"
        raise SyntaxError(message, (file, line, None, None)) from None


def _run_cells(source, load, module):
    """Run the cells of a notebook; return [error, names] of each."""
    file, seconds = load["file"], load["limits"]["load"]
    told = []
    failed = 0
    for error, names in cells.run(source, load["cells"], file, module.__dict__, seconds):
        described = None if error is None else _describe_error(error, file)
        failed += error is not None
        if described and failed > _DESCRIBED_CELLS:
            described |= {"message": "", "frames": described["frames"][-1:]}
        told.append([described, [name[:200] for name in names[:_LISTED_NAMES]]])
    return told


def _defines(module):
    """Return [name, kind, callable] of what the submission defines or imports, but modules."""
    found = []
    for name, value in list(module.__dict__.items()):
        if type(name) is str and not name.startswith("__") and type(value) is not types.ModuleType:
            found.append([name[:200], _kind(value), callable(value)])
            if type(value) is type:
                found += [
                    [f"{name}.{inner}"[:200], "method", True]
                    for inner, member in vars(value).items()
                    if type(member) is types.FunctionType and not inner.startswith("__")
                ]
    return found[-_LISTED_NAMES:]  # its own names come after those of star imports


def _kind(value):
    if type(value) is types.FunctionType:
        flags = value.__code__.co_flags
        return "async function" if flags & 0x280 else "generator" if flags & 0x20 else "function"
    return "class" if issubclass(type(value), type) else encoding.type_name(value)


# --- calling -------------------------------------------------------------------------------------


def _call(module, command, watch, caught, file):
    """Make one call and return its frame; `caught` is the list in which warnings gather."""
    arguments = [
        numpy.array(_restored(data)) if is_array else _restored(data)
        for data, is_array in command["args"]
    ]
    before = [
        _stored(argument) if is_array else data
        for argument, (data, is_array) in zip(arguments, command["args"], strict=True)
    ]
    frame = {"call": command["call"]}
    caught.clear()
    watch.reset()
    started = _clock()
    try:
        frame["value"] = encoding.encode(module.__dict__[command["function"]](*arguments))
    except BaseException as error:
        frame["error"] = _describe_error(error, file)
    if command["told"]:
        frame["seconds"] = round(_clock() - started, 3)
    frame["generator"] = watch.look()
    frame["warnings"] = _texts(caught) if caught else []
    after = [_stored(argument) for argument in arguments]
    frame["changed"] = [i for i, data in enumerate(before) if data != after[i]]
    return frame


def _not_called(command, problem):
    """Return the frame of a call that was not made because the file did not load."""
    rest = {"generator": ["untouched", 0], "warnings": [], "changed": []}
    return {"call": command["call"], "error": problem, **rest}


def _caught_warnings():
    """Have all warnings gather in a list from now on, and return it.

    Once for all calls: where it is done around each of them, it takes as long as a call.
    """
    try:
        caught = _recorder.__enter__()
        _filter_warnings("always")
    except Exception:  # the submission took `warnings` apart
        return []
    return caught


def _no_warnings():
    """Drop all warnings from now on: of thousands of calls, nobody wants to read them."""
    with contextlib.suppress(Exception):  # the submission took `warnings` apart
        _filter_warnings("ignore")


def _stored(argument):
    """Return an argument as bytes that tell whether it was changed; b"" for what no argument is."""
    try:
        if type(argument) is _ndarray:
            return b"%r %r " % (argument.dtype.str, argument.shape) + argument.tobytes()
        return _marshal(argument, _UNSHARED)
    except (ValueError, TypeError, MemoryError):
        return b""


def _texts(caught):
    """Return up to five different warnings as "Category: message"."""
    texts = []
    for warning in caught[:50]:
        text = f"{encoding.name_of(warning.category)}: {str(warning.message)[:_MESSAGE]}"
        if text not in texts:
            texts.append(text)
    return texts[:5]


class _GeneratorWatch:
    """Puts NumPy's global generator and `random` into a fixed state; tells what became of it."""

    def __init__(self, seed):
        self.bits = _shared_generator._bit_generator
        self.memory = uniforms.state_memory(self.bits)
        self.makers = [("unseeded", numpy.random.RandomState(_FIXED_SEED))]
        if seed is not None:
            self.makers.append(("seeded", numpy.random.RandomState(seed)))
        self.random_memory, self.fixed_random = _random_memory()
        self.generations = 0
        self.known = {}  # the first words of a generation -> whose they are, and its number
        for _ in range(2):  # all that few draws need
            self.extend()

    def extend(self):
        """Get to know the next generation of 624 words from each seed."""
        for kind, maker in self.makers:
            if self.generations > 0:  # renewed by the first draw, then by every 312th
                maker.random_sample(1 if self.generations == 1 else _WORDS // 2)
            words, _ = uniforms.state(maker._bit_generator)
            self.known[words[:_TELLING]] = kind, self.generations
        self.generations += 1

    def reset(self):
        if _shared_generator._bit_generator is not self.bits:
            numpy.random.set_bit_generator(self.bits)
        _reseed(_FIXED_SEED)
        if self.random_memory is None or bytes(self.random_memory) != self.fixed_random:
            _reset_random(_FIXED_RANDOM)

    def look(self):
        """Return [kind, draws] as GeneratorUse in results.py describes them."""
        if _shared_generator._bit_generator is not self.bits:
            return ["other", None]
        words, position = self.state()
        while words not in self.known:
            if self.generations == _MAX_GENERATIONS:
                return ["other", None]
            self.extend()
        kind, generation = self.known[words]
        # Two words make a double. Right after seeding, all 624 count as used.
        used = generation * _WORDS + position - _WORDS
        kind = "untouched" if kind == "unseeded" and used == 0 else kind
        return [kind, used // 2 if used % 2 == 0 else None]

    def state(self):
        """Return the generator's first words as bytes, and how many of all are used."""
        if self.memory is None:
            words, used = uniforms.state(self.bits)
            return words[:_TELLING], used
        used = int.from_bytes(self.memory[4 * _WORDS :], sys.byteorder)
        return bytes(self.memory[:_TELLING]), used


def _random_memory():
    """Put `random` into its fixed state; return its memory, and what that holds then.

    Few submissions use it: looking whether one did takes a tenth of setting it anew. The memory is
    None where it does not look as expected.
    """
    random.setstate(_FIXED_RANDOM)
    _, state, _ = _FIXED_RANDOM  # 624 words and how many of them are used, which comes first
    content = struct.pack("625I", state[-1], *state[:-1])
    if sys.implementation.name != "cpython":
        return None, content
    place = id(random.setstate.__self__) + object.__basicsize__
    memory = (ctypes.c_char * len(content)).from_address(place)
    return memory if bytes(memory) == content else None, content


# --- errors --------------------------------------------------------------------------------------


def _describe_error(error, file):
    """Return an exception as data: type, message, and the places in the learner's own file."""
    frames, left_out = _frames(error, file)
    described = {
        "type": encoding.type_name(error),
        "message": _message(error),
        "frames": frames,
        "repeated": left_out,
    }
    if isinstance(error, SyntaxError) and error.filename == file:  # not of a text given to eval
        described["line"] = error.lineno if type(error.lineno) is int else None
        described["column"] = error.offset if type(error.offset) is int else None
        described["message"] = str(error.msg)[:_MESSAGE]
    if isinstance(error, ImportError) and type(error.name) is str:
        described["module"] = error.name[:200]
    if isinstance(error, (NameError, AttributeError)):
        described["message"] = _with_suggestion(error, described["message"])
    if isinstance(error, (ValueError, TypeError, IndexError)):
        described["arrays"] = _arrays_at(error, file)
    return described


def _arrays_at(error, file):
    """Return [name, shape] of the arrays that were local where an exception left the file.

    What a comprehension sees counts with what the line around it sees.
    """
    found = {}
    line = None
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file and code.co_flags & 0x1:  # a function: its locals are plain
            if traceback.tb_lineno != line:
                line, found = traceback.tb_lineno, {}
            known = dict(traceback.tb_frame.f_locals)
            found.update({n: list(v.shape) for n, v in known.items() if type(v) is _ndarray})
        traceback = traceback.tb_next
    return [[name[:200], shape] for name, shape in list(found.items())[:_ARRAYS]]


def _with_suggestion(error, message):
    """Return the message with the name that was perhaps meant, as Python's own screen has it."""
    try:
        import difflib  # only for these errors; it takes 2 ms

        names = difflib.get_close_matches(error.name, _names_at(error), n=1, cutoff=0.7)
    except BaseException:  # whatever a submission made of all this: the message does without
        return message
    return f"{message}. Did you mean: {names[0]!r}?"[:_MESSAGE] if names else message


def _names_at(error):
    """Return the names that were known where an exception was raised."""
    if isinstance(error, AttributeError):
        known = [vars(error.obj)] if type(error.obj) is types.ModuleType else []
    else:
        traceback = error.__traceback__
        while traceback.tb_next is not None:
            traceback = traceback.tb_next
        frame = traceback.tb_frame
        known = [frame.f_locals, frame.f_globals, frame.f_builtins]
    return [name for names in known for name in names if not name.startswith("_")]


def _message(error):
    try:
        return str(error)[:_MESSAGE]
    except BaseException:
        return "(the exception's own text could not be made)"


def _frames(error, file):
    """Return the first three and last five places in the file, and how many lie between.

    No more are ever kept: where a recursion has used up the memory, there is no room for them.
    """
    frames = []
    left_out = 0
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file:
            frames.append([traceback.tb_lineno, code.co_name[:200]])
            if len(frames) > 8:
                del frames[3]
                left_out += 1
        traceback = traceback.tb_next
    return frames, left_out
