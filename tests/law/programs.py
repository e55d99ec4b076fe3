"""Programs for the toy of dice.py: right ones in many styles, and wrong ones."""

from __future__ import annotations

HEAD = "import random\nimport numpy as np\n"


def program(
    *,
    seed: str = "np.random.seed(42)",
    each: str = "pass",
    keep: str = "1.0 if q[face] == 0 else min(1.0, p[face] / q[face])",
    kept: str = "np.random.uniform() < a",
    odds: str = "lack / lack.sum() if lack.sum() else np.array(p)",
    lack: str = "np.maximum(np.array(p) - np.array(q), 0)",
    roll: str = "return np.random.choice(len(odds), p=odds)",
    again: str = "return rolls + [int(roll(odds))], i",
    more: str = "rolls.append(int(roll(last_odds)))",
    head: str = "",
) -> str:
    """A program; each part can be written in another way."""
    return f"""{HEAD}{head}
def roll(odds):
    {roll}

def keep_or_roll(drafted_odds, wanted_odds, dice, last_odds):
    global g, u
    {seed}
    rolls = []
    for i, (q, p, face) in enumerate(zip(drafted_odds, wanted_odds, dice)):
        {each}
        a = {keep}
        if {kept}:
            rolls.append(face)
            continue
        lack = {lack}
        odds = {odds}
        {again}
    n = len(rolls)
    {more}
    return rolls, n
"""


_LOOP = """r = np.random.random()
    for face, chance in enumerate(odds):
        r -= chance
        if r < 0:
            return face
    return int(np.argmax(odds))"""
_SORTED = """order = np.argsort(odds)[::-1]
    sums = np.cumsum(np.array(odds)[order])
    return order[min(np.searchsorted(sums, np.random.rand(), side="right"), len(odds) - 1)]"""
_SEARCH = 'return np.searchsorted(np.cumsum(odds), {}, side="right")'

RIGHT = {
    "choice": program(),
    "searchsorted on the sums": program(roll=_SEARCH.format("np.random.rand()")),
    "a loop that subtracts": program(roll=_LOOP),
    "one minus the uniform": program(
        kept="1 - np.random.rand() <= a",
        roll='return np.searchsorted(np.cumsum(odds), 1 - np.random.rand(), side="left")',
    ),
    "sums in falling order": program(roll=_SORTED),
    "counting the sums below": program(
        roll="return (np.random.rand() >= np.cumsum(odds)[:-1]).sum()"
    ),
    "all uniforms of the dice up front": program(
        seed="np.random.seed(42); g = np.random.uniform(size=len(dice))", kept="g[i] < a"
    ),
    "all uniforms up front": program(
        seed="np.random.seed(42); g = np.random.random_sample(len(dice) + 1)",
        kept="g[i] < a",
        roll=_SEARCH.format("g[-1]"),
    ),
    "one uniform too many": program(
        seed="np.random.seed(42); g = np.random.rand(len(dice) + 1)", kept="g[i] < a"
    ),
    "up front, used from the end": program(
        seed="np.random.seed(42); g = np.random.rand(len(dice))", kept="g[-1 - i] < a"
    ),
    "up front, the first one for the roll": program(
        seed="np.random.seed(42); g = np.random.rand(len(dice) + 1)",
        kept="g[i + 1] < a",
        roll=_SEARCH.format("g[0]"),
    ),
    "RandomState": program(
        seed="g = np.random.RandomState(42)",
        kept="g.rand() < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "default_rng": program(
        seed="g = np.random.default_rng(42)",
        kept="g.random() < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "a generator of its own, once": program(
        head="g = np.random.default_rng(7)\n",
        seed="",
        kept="g.uniform() < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "Generator over PCG64": program(
        seed="g = np.random.Generator(np.random.PCG64(42))",
        kept="g.random() < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "Generator over Philox with a seed sequence": program(
        seed="g = np.random.Generator(np.random.Philox(np.random.SeedSequence(42)))",
        kept="g.random() < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "generators that were spawned": program(
        seed="g = np.random.default_rng(42).spawn(2)",
        kept="g[0].random() < a",
        roll="return g[1].choice(len(odds), p=odds)",
    ),
    "two generators with one seed": program(
        kept="np.random.rand() < a",
        roll="return np.random.default_rng(42).choice(len(odds), p=odds)",
    ),
    "an unseeded generator for the rolls": program(
        roll="return np.random.default_rng().choice(len(odds), p=odds)"
    ),
    "imported functions": program(
        head="from numpy.random import uniform, choice, seed\n",
        seed="seed(42)",
        kept="uniform(0, 1) < a",
        roll="return choice(np.arange(len(odds)), size=1, p=odds)[0]",
    ),
    "logarithms": program(
        head="np.seterr(divide='ignore')\n", kept="np.log(np.random.rand()) < np.log(a)"
    ),
    "a binomial as a coin": program(kept="np.random.binomial(1, a)"),
    "multinomial": program(roll="return np.argmax(np.random.multinomial(1, odds))"),
    "Python's random": program(
        seed="random.seed(42)",
        kept="random.random() < a",
        roll="return random.choices(range(len(odds)), weights=odds)[0]",
    ),
    "random.Random": program(
        seed="g = random.Random(42)",
        kept="g.uniform(0, 1) < a",
        roll="return g.choices(range(len(odds)), weights=odds)[0]",
    ),
    "NumPy integers": program(again="return rolls + [roll(odds)], np.int64(i)"),
    "prints": program(each="print('die', i, np.array(p), flush=True)"),
    "single precision": program(
        kept="np.float32(np.random.rand()) < np.float32(a)",
        roll="return np.searchsorted(np.cumsum(odds, dtype=np.float32), np.random.rand())",
    ),
}

# Right too, but no function of a few uniforms.
RIGHT_BY_SAMPLES = {
    "Gumbel": program(
        head="np.seterr(divide='ignore')\n",
        roll="return np.argmax(np.log(odds) + np.random.gumbel(size=len(odds)))",
    ),
    "exponential race": program(
        head="np.seterr(divide='ignore')\n",
        roll="return np.argmin(np.random.exponential(size=len(odds)) / np.array(odds))",
    ),
    "exponential race, by a Generator": program(
        head="np.seterr(divide='ignore')\n",
        seed="g = np.random.default_rng(42)",
        kept="g.random() < a",
        roll="return np.argmin(g.exponential(size=len(odds)) / np.array(odds))",
    ),
    "integers as a coin": program(kept="np.random.randint(0, 2**31) / 2**31 < a"),
    "single uniforms": program(
        seed="g = np.random.default_rng(42)",
        kept="g.random(dtype=np.float32) < a",
        roll="return g.choice(len(odds), p=odds)",
    ),
    "rolls until one fits": program(
        roll="""while True:
        face = np.random.randint(len(odds))
        if np.random.rand() * max(odds) < odds[face]:
            return face"""
    ),
    "a generator of its own making": program(
        head="""g = 12345
def coin():
    global g
    g = (g * 6364136223846793005 + 1442695040888963407) % 2**64
    return (g >> 33) / 2**31
""",
        kept="coin() < a",
        roll=_SEARCH.format("coin()"),
    ),
    "the system's entropy": program(
        head="import os\n",
        seed="",
        kept="int.from_bytes(os.urandom(6), 'big') / 2**48 < a",
    ),
}

WRONG = {
    "rolls from the wanted odds": program(lack="np.array(p)"),
    "rolls from the drafted odds": program(lack="np.array(q)"),
    "difference without its sign": program(lack="np.abs(np.array(p) - np.array(q))"),
    "difference the wrong way round": program(lack="np.maximum(np.array(q) - np.array(p), 0)"),
    "softmax of the difference": program(odds="np.exp(lack) / np.exp(lack).sum()"),
    "the likeliest of what lacks": program(again="return rolls + [int(np.argmax(odds))], i"),
    "the likeliest one at the end": program(more="rolls.append(int(np.argmax(last_odds)))"),
    "all that lack alike": program(odds="(lack > 0) / max((lack > 0).sum(), 1)"),
    "only the drafted face left out": program(
        lack="np.array([0 if f == face else x for f, x in enumerate(p)])"
    ),
    "ratio upside down": program(keep="1.0 if p[face] == 0 else min(1.0, q[face] / p[face])"),
    "keeps by the wanted odds": program(keep="p[face]"),
    "root of the ratio": program(
        keep="1.0 if q[face] == 0 else min(1.0, p[face] / q[face]) ** 0.5"
    ),
    "coin the wrong way round": program(kept="np.random.rand() >= a"),
    "no coin but one half": program(kept="a > 0.5"),
    "better of two coins": program(kept="min(np.random.rand(), np.random.rand()) < a"),
    "normal coin": program(kept="abs(np.random.randn()) < a"),
    "coin used again for the roll": program(
        each="u = np.random.rand()",
        kept="u < a",
        again="return rolls + [min(int(np.sum(np.cumsum(odds) <= u)), len(odds) - 1)], i",
    ),
    "one coin for all": program(seed="np.random.seed(42); u = np.random.rand()", kept="u < a"),
    "seeds before every coin": program(each="np.random.seed(42)"),
    "a new generator for every coin": program(
        each="g = np.random.default_rng(42)", kept="g.random() < a"
    ),
    "Python's random, seeded before every coin": program(
        each="random.seed(1)", kept="random.random() < a"
    ),
    "last die from the wrong odds": program(more="rolls.append(int(roll(wanted_odds[0])))"),
    "no last die": program(more="pass"),
    "two last dice": program(more="rolls += [int(roll(last_odds)) for _ in range(2)]"),
    "goes on after a roll": program(again="rolls.append(int(roll(odds)))"),
    "leaves out what is not kept": program(again="pass"),
    "rows shifted by one": program(
        lack="np.maximum(np.array(wanted_odds[min(i + 1, len(dice) - 1)]) - np.array(q), 0)"
    ),
    "keeps what a fresh roll equals": program(kept="np.random.choice(len(p), p=p) == face"),
    "a little added to the ratio": program(keep="min(1.0, p[face] / (q[face] + 0.01))"),
    "rounded ratio": program(keep="1.0 if q[face] == 0 else round(min(1.0, p[face] / q[face]), 1)"),
    "ratio of at least a fifth": program(keep="max(0.2, min(1.0, p[face] / q[face]))"),
    "what lacks, not made odds": program(
        odds="lack", roll="return min(int(np.sum(np.cumsum(odds) <= np.random.rand())), 3)"
    ),
    "next face": program(again="return rolls + [int(roll(odds) + 1) % len(odds)], i"),
    "ratios multiplied up": program(
        seed="u = 1.0", each="u *= min(1.0, p[face] / q[face])", keep="u"
    ),
    "a strange place in the middle": program(
        each="u = np.random.rand()", kept="(u < a) != (0.31 < u < 0.34)"
    ),
    "counts one too many": program(again="return rolls + [int(roll(odds))], i + 1"),
    "fails now and then": program(
        again="return rolls + [int(roll(odds)) if np.random.rand() < 0.9 else 1 // 0], i"
    ),
    "Gumbel without the logarithm": program(
        roll="return np.argmax(np.array(odds) + np.random.gumbel(size=len(odds)))"
    ),
    "Gumbel from the wanted odds": program(
        head="np.seterr(divide='ignore')\n",
        lack="np.array(p)",
        roll="return np.argmax(np.log(odds) + np.random.gumbel(size=len(odds)))",
    ),
    "race with the uniform of the coin": program(
        head="np.seterr(divide='ignore')\n",
        seed="g = np.random.RandomState(3)",
        kept="g.rand() < a",
        roll="""g = np.random.RandomState(3)
    return np.argmin(g.exponential(size=len(odds)) / np.array(odds))""",
    ),
}
