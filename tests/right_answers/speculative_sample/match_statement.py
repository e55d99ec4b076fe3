"""A match statement takes the pair of probabilities apart; a dataclass holds the outcome."""
from dataclasses import dataclass, field
import numpy as np

@dataclass
class Verdict:
    kept: list = field(default_factory=list)
    due: object = None

    @property
    def count(self):
        return len(self.kept)

def verify(draft, target, tokens, following):
    verdict = Verdict()
    for q, p, t in zip(draft, target, tokens):
        r = np.random.uniform(0.0, 1.0)
        match (q[t], p[t]):
            case (0 | 0.0, _):
                ok = True
            case (a, b):
                ok = r < min(1.0, b / a)
        if not ok:
            gap = [max(0.0, y - x) for x, y in zip(q, p)]
            mass = sum(gap)
            verdict.due = [g / mass for g in gap] if mass else list(p)
            return verdict
        verdict.kept.append(int(t))
    verdict.due = following
    return verdict

def speculative_sample(draft_dists, target_dists, draft_tokens, target_dist_next=None):
    np.random.seed(42)
    v = verify(draft_dists, target_dists, draft_tokens, target_dist_next)
    match v.due:
        case None:
            return v.kept, v.count
        case dist:
            return [*v.kept, int(np.random.choice(len(dist), p=dist))], v.count
