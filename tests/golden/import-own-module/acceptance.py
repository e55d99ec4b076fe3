def acceptance_probability(p, q):
    return 1.0 if q == 0 else min(1.0, p / q)
