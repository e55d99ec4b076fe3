raise RuntimeError("the fractions.py beside the answer was imported")
