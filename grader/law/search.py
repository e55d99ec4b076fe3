"""Finds the exact law of a program whose result hangs on the uniforms that it draws; pure.

Such a program is a tree: the first uniform falls into one of a few intervals, each of which has a
result or hangs on the second uniform, and so on. The lengths of the intervals along a path multiply
to the probability of its result. Intervals are found where a right program may have them, at their
mirror images (1 - u is as uniform as u), and by bisection anywhere else.

Two values of a uniform belong to one interval when they cannot be told apart by a few *witnesses*,
values for the draws that follow. A tree is believed when it foretells the results at further
points; a point where it does not becomes a witness. A tree whose law differs from the wanted one is
tried at so many random places that it cannot be a right program's: `_confirm` has the bound.

Everything here is a generator that yields points and is sent the answers, so that many searches
share each question: see `together`.
"""

import math
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeVar

from grader.job import Point
from grader.law.measured import FALSE_ALARM, TOLERANCE
from grader.law_records import LawCall

T = TypeVar("T")
Search = Generator[list[Point], list["Answer"], T]

Found = dict[int, float]  # a law: the probability of each result, which are numbers here
Place = tuple[float, ...]  # a value for each uniform
Box = tuple[tuple[float, float], ...]  # where each of the first uniforms lies
Tree = int | list[tuple[float, "Tree"]]  # a result; or the ends of intervals, and what is in each

# A step is verified this far on both sides of a cut: more than sums of doubles may be off by.
_SIDE = 2.0**-49
_LARGEST = 1.0 - 2.0**-53  # uniform there is
_NARROW = 2.0**-44  # bisection ends here
_SECTIONS = 4  # of an interval without cuts, in one round
_EXTRA = 2  # so many uniforms more than the reference a program may draw
_VERIFIED = 24, 100  # points per call: for a law that is right, at most
_TOLD = 1_000  # at most, for the one call whose law may be told as wrong
_WITNESSES = 16  # at most
_ASKED = 2_500  # points at most, to find the intervals of one call
_ALL_BITS = (1 << 64) - 1
_CONFIRMED = 42_000  # points at most, for the claim that a law is wrong
_CONFIRMATIONS = 10  # of such claims, at most
_NO_INTERVALS = "its results depend on more than where its draws lie"


class NotExactError(Exception):
    """The law cannot be found in this way; the message says why, in words for people."""


class Answer(NamedTuple):
    """What the program did at a point: the number of its result, how many uniforms it drew."""

    result: int
    used: int


def laws(calls: Sequence[LawCall], wanted: Sequence[Found]) -> Search[list[Found]]:
    """Find for each call the probability of each result; `wanted` is what a right program has.

    Raises NotExactError.
    """
    length = _EXTRA + max((call.uniforms for call in calls), default=0)
    learned = _Learned([], [])
    searches = [
        _Call(number, call, law, length, learned)
        for number, (call, law) in enumerate(zip(calls, wanted, strict=True))
    ]
    for wave in _waves(calls):
        yield from together([searches[number].find() for number in wave])
    while any(search.is_behind for search in searches):
        yield from together([search.catch_up() for search in searches])
    yield from _confirm(searches)
    return [search.found for search in searches]


def _waves(calls: Sequence[LawCall]) -> list[list[int]]:
    """Return the numbers of the calls in the order in which to search for their laws.

    Steps without a name are learned of the first call, and of further ones until every item of
    every argument was there; the many other calls then find them at once.
    """
    known: set[str] = set()
    new: list[int] = []
    old: list[int] = []
    for number, call in enumerate(calls):
        items = set(_items(call))
        (old if items <= known else new).append(number)
        known |= items
    return [new[:1], new[1:], old]


def _items(call: LawCall) -> Iterator[str]:
    for argument, value in enumerate(call.args):
        for place, item in enumerate(value if isinstance(value, list) else [value]):
            yield f"{argument} {place} {item!r}"


def _confirm(searches: Sequence["_Call"]) -> Search[None]:
    """Make sure that a law that differs is no accident of the search; one of them is enough.

    Say that a tree gives a result the probability t, which must be w < t. If the program is right,
    it gives that result in w / t at most of all places where the tree foretells it, so that n
    random ones of these all agree with probability (w / t)^n at most. It holds whatever the tree.
    """
    for _ in range(_CONFIRMATIONS):
        wrong = [search for search in searches if search.is_wrong]
        if not wrong:
            return
        search = min(wrong, key=lambda search: search.needed)
        if search.needed > _CONFIRMED:
            raise NotExactError("its law and the right one are too close to be told apart exactly")
        if (yield from search.is_no_accident()):
            return
        yield from search.find()
    raise NotExactError(_NO_INTERVALS)


def _points_against(share: float) -> int:
    """Return how many places surely contradict a right program that must fail in that share."""
    return math.ceil(math.log(_CONFIRMATIONS / FALSE_ALARM) / -math.log1p(-min(share, 0.999)))


def together(searches: Iterable[Search[T]]) -> Search[list[T]]:
    """Carry on all searches at once, so that their questions are asked in the same rounds."""
    active = list(enumerate(searches))
    questions: dict[int, list[Point]] = {}
    found: dict[int, T] = {}
    answers: dict[int, list[Answer]] = {}
    while active:
        questions.clear()
        for number, search in active:
            try:
                questions[number] = search.send(answers[number]) if answers else next(search)
            except StopIteration as end:
                found[number] = end.value
        active = [(number, search) for number, search in active if number in questions]
        if active:
            told = iter((yield [point for asked in questions.values() for point in asked]))
            answers = {number: [next(told) for _ in asked] for number, asked in questions.items()}
    return [found[number] for number in sorted(found)]


class _Learned(NamedTuple):
    """What is learned of one call and may be true of others: they are calls of one program."""

    steps: list[float]  # that have no name
    surprises: list[Place]  # where a tree was wrong


class _Call:
    """The search for the law of one call."""

    def __init__(
        self, number: int, call: LawCall, wanted: Found, length: int, learned: _Learned
    ) -> None:
        """`length` uniforms may be drawn; what is `learned` is common to all calls."""
        own = [_with_mirrors(cuts) for cuts in call.cuts[:length]]
        self.number = number
        self.all_cuts = _with_mirrors([cut for cuts in call.cuts for cut in cuts])
        self.found: Found = {}
        self.difference = 0.0
        self._wanted = wanted
        self._length = length
        self._steps, self._surprises = learned
        self._tried = 0  # of the surprises
        self._cuts = own + [self.all_cuts] * (length - len(own))
        self._uniforms = _uniforms(number)
        self._witnesses = [self._random_place()]
        self._known: dict[Place, Answer] = {}
        self._asked = 0
        self._tree: Tree = 0

    def find(self) -> Search[None]:
        """Find the probability of each result, and how far that is from what is wanted."""
        while True:
            self._tree = yield from self._branch(())
            self.found = _law(self._tree)
            self.difference = _difference(self.found, self._wanted)
            if (yield from self._agrees(self._random_places(*_VERIFIED))):
                return

    @property
    def is_wrong(self) -> bool:
        """Return whether what was found is another law than the wanted one."""
        return self.difference > TOLERANCE

    @property
    def needed(self) -> int:
        """Return at how many places of the most doubtful result a wrong law must be seen."""
        return _points_against(_most_doubted(self.found, self._wanted)[1])

    @property
    def is_behind(self) -> bool:
        """Return whether a tree was wrong somewhere, and this one was not tried there."""
        return self._tried < len(self._surprises)

    def catch_up(self) -> Search[None]:
        """Try what was a surprise in any call; where it is one here as well, search again."""
        while self.is_behind:
            places = self._surprises[self._tried :]
            self._tried = len(self._surprises)
            if not (yield from self._agrees(places)):
                yield from self.find()

    def is_no_accident(self) -> Search[bool]:
        """Return whether the tree foretells its most doubtful result where that must fail.

        It has to at as many places as a right program cannot agree to, and at others as well: what
        is told of this law should be true.
        """
        boxes = _boxes(self._tree, _most_doubted(self.found, self._wanted)[0])
        doubted = [self._place_in(boxes) for _ in range(self.needed)]
        return (yield from self._agrees([*self._random_places(0, _TOLD), *doubted]))

    def _random_places(self, fewest: int, most: int) -> list[Place]:
        """Return as many as a wrong law takes to be contradicted by a right program."""
        wanted = _points_against(self.difference) if self.is_wrong else 0
        return [self._random_place() for _ in range(min(max(wanted, fewest), most))]

    def _agrees(self, places: Sequence[Place]) -> Search[bool]:
        """Return whether the tree foretells the results at some places.

        If not, the next search will be a closer one. Raises NotExactError for one too many.
        """
        # All are asked for: an answer that was given before proves nothing of a fickle program.
        answers = yield [(self.number, *place) for place in places]
        pairs = zip(places, map(self._checked, answers), strict=True)
        failed = [place for place, answer in pairs if answer.result != _foretold(self._tree, place)]
        self._witnesses += failed[:1]
        self._surprises += failed[:1]
        if len(self._witnesses) > _WITNESSES:
            raise NotExactError(_NO_INTERVALS)
        return not failed

    def _place_in(self, boxes: Sequence[tuple[float, Box]]) -> Place:
        """Return a random place in some boxes, each of them as likely as it is large."""
        at = next(self._uniforms) * boxes[-1][0]
        box = next((box for end, box in boxes if at < end), boxes[-1][1])
        place = self._random_place()
        pairs = zip(place, box, strict=False)
        inside = [min(low + u * (high - low), _LARGEST) for u, (low, high) in pairs]
        return (*inside, *place[len(inside) :])

    def _random_place(self) -> Place:
        return tuple(next(self._uniforms) for _ in range(self._length))

    def _branch(self, values: Place) -> Search[Tree]:
        """Find what hangs on the further uniforms, given the values of the first ones."""
        rest = self._witnesses[0][len(values) :]
        (answer,) = yield from self._ask([values + rest])
        if answer.used <= len(values):
            return answer.result
        intervals = yield from self._intervals(values)
        inner = [self._branch((*values, value)) for _, value in intervals]
        trees = yield from together(inner)
        return [(end, tree) for (end, _), tree in zip(intervals, trees, strict=True)]

    def _intervals(self, values: Place) -> Search[list[tuple[float, float]]]:
        """Find the intervals of the next uniform: the end of each, and a value inside."""
        depth = len(values)
        seen: dict[float, list[Answer]] = {}
        new = {*_middles(self._cuts[depth]), *(witness[depth] for witness in self._witnesses)}
        while new:
            seen |= yield from self._seen(values, list(new))
            new = {
                place
                for low, high in pairwise(sorted(seen))
                if seen[low] != seen[high]
                for place in self._between(depth, low, high)
            }
        return self._joined(seen)

    def _seen(self, values: Place, new: Sequence[float]) -> Search[dict[float, list[Answer]]]:
        """Return what happens for new values of the next uniform, with each of the witnesses."""
        rests = [witness[len(values) + 1 :] for witness in self._witnesses]
        answers = yield from self._ask([(*values, u, *rest) for u in new for rest in rests])
        size = len(rests)
        return {u: answers[i * size : (i + 1) * size] for i, u in enumerate(new)}

    def _between(self, depth: int, low: float, high: float) -> list[float]:
        """Return where to look for a step: at cuts, then those of other uniforms; or anywhere."""
        cuts, others, learned = self._cuts[depth], self.all_cuts, self._steps
        for tried, side in ((cuts, _SIDE), (others, _SIDE), (learned, _NARROW)):
            inside = [cut for cut in tried if low < cut - side and cut + side < high]
            if inside:
                return [place for cut in inside for place in (cut - side, cut + side)]
        if high - low <= 3 * _NARROW:
            return []
        return [low + (high - low) * part / _SECTIONS for part in range(1, _SECTIONS)]

    def _joined(self, seen: dict[float, list[Answer]]) -> list[tuple[float, float]]:
        """Join neighbours that answered alike."""
        intervals = []
        places = sorted(seen)
        run = [places[0]]
        for low, high in pairwise(places):
            if seen[low] != seen[high]:
                intervals.append((self._step(low, high), run[len(run) // 2]))
                run = []
            run.append(high)
        return [*intervals, (1.0, run[len(run) // 2])]

    def _step(self, low: float, high: float) -> float:
        """Return where between two values the step is: at a cut, or else in the middle."""
        for cut in (*self.all_cuts, *self._steps):
            if low <= cut <= high:
                return cut
        self._steps.append((low + high) / 2)
        return self._steps[-1]

    def _ask(self, places: Sequence[Place]) -> Search[list[Answer]]:
        """Return the program's answers; those that are known already are not asked for."""
        fresh = [place for place in dict.fromkeys(places) if self._recalled(place) is None]
        self._asked += len(fresh)
        if self._asked > _ASKED:
            raise NotExactError("its draws decide in too many ways")
        if fresh:
            answers = yield [(self.number, *place) for place in fresh]
            for place, answer in zip(fresh, map(self._checked, answers), strict=True):
                self._known[place[: answer.used]] = answer
        recalled = map(self._recalled, places)
        return [answer for answer in recalled if answer is not None]

    def _checked(self, answer: Answer) -> Answer:
        if answer.used < 0:
            raise NotExactError("it draws other random numbers than uniforms")
        if answer.used > self._length:
            raise NotExactError("it draws more random numbers than the rule needs")
        return answer

    def _recalled(self, place: Place) -> Answer | None:
        """Return a known answer: what a program has not drawn cannot matter to it."""
        for used in range(self._length + 1):
            if (answer := self._known.get(place[:used])) is not None:
                return answer
        return None


def _with_mirrors(cuts: Iterable[float]) -> list[float]:
    """Return cuts and their mirror images in order, without those that are too close to tell."""
    kept: list[float] = []
    for cut in sorted({*cuts, *(1.0 - cut for cut in cuts)}):
        if 4 * _SIDE < cut < 1.0 - 4 * _SIDE and (not kept or cut - kept[-1] > 4 * _SIDE):
            kept.append(cut)
    return kept


def _middles(cuts: Sequence[float]) -> list[float]:
    """Return a value between all cuts, and the first and the last that there are."""
    return [_SIDE, *[(low + high) / 2 for low, high in pairwise((0.0, *cuts, 1.0))], 1.0 - _SIDE]


def _uniforms(seed: int) -> Iterator[float]:
    """Yield random uniforms, by SplitMix64 (Steele et al., 2014): `random` takes long to import."""
    state = (seed + 1) << 32
    while True:
        state += 0x9E3779B97F4A7C15
        mixed = state & _ALL_BITS
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _ALL_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _ALL_BITS
        yield ((mixed ^ mixed >> 31) >> 11) / 2.0**53


def _difference(law: Found, wanted: Found) -> float:
    """Return the total variation distance of two laws."""
    results = {*law, *wanted}
    return sum(abs(law.get(each, 0.0) - wanted.get(each, 0.0)) for each in results) / 2


def _foretold(tree: Tree, place: Place) -> int:
    for u in place:
        if isinstance(tree, int):
            break
        tree = next(inner for end, inner in tree if u < end)
    assert isinstance(tree, int)
    return tree


def _most_doubted(law: Found, wanted: Found) -> tuple[int, float]:
    """Return the result that is too likely by the largest share of itself, and that share."""
    share, result = max(
        ((mine - wanted.get(each, 0.0)) / mine, each) for each, mine in law.items() if mine > 0.0
    )
    return result, share


def _leaves(tree: Tree) -> Iterator[tuple[int, Box]]:
    """Yield the results of a tree, and where they come."""
    pending: list[tuple[Box, Tree]] = [((), tree)]
    while pending:
        box, part = pending.pop()
        if isinstance(part, int):
            yield part, box
            continue
        start = 0.0
        for end, inner in part:
            pending.append(((*box, (start, end)), inner))
            start = end


def _size(box: Box) -> float:
    return math.prod(high - low for low, high in box)


def _boxes(tree: Tree, result: int) -> list[tuple[float, Box]]:
    """Return where a result comes: boxes, each with the size of all up to this one."""
    boxes = [box for each, box in _leaves(tree) if each == result]
    return list(zip(accumulate(map(_size, boxes)), boxes, strict=True))


def _law(tree: Tree) -> Found:
    law: defaultdict[int, float] = defaultdict(float)
    for result, box in _leaves(tree):
        law[result] += _size(box)
    return dict(law)
