"""Plans that can be ordered: by speed-up, then by the smaller k."""
from dataclasses import dataclass, field

@dataclass(order=True)
class Plan:
    speed: float
    rank: int
    k: int = field(compare=False)

def choose_k(alpha, cost_ratio, max_k=16):
    plans = [Plan(sum(alpha ** i for i in range(k + 1)) / (1 + k * cost_ratio), -k, k) for k in range(max_k + 1)]
    p = max(plans)
    return p.k, p.speed
