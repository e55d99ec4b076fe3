import numpy as np

np.random.seed(42)
accepted = [10]
speculative_decode = (accepted, len(accepted))
