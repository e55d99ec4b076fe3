import numpy as np

# Akzeptanzwahrscheinlichkeit α = min(1, p/q) — ein Zug je geprüftem Token
größte_wahrscheinlichkeit = 1.0


def speculative_decode(entwurf, ziel, wörter, nächste=None):
    np.random.seed(42)
    übernommen = []
    for q, p, wort in zip(entwurf, ziel, wörter):
        α = größte_wahrscheinlichkeit if q == 0 else min(größte_wahrscheinlichkeit, p / q)
        if np.random.uniform() < α:
            übernommen.append(wort)
        else:
            break
    return übernommen, len(übernommen)
