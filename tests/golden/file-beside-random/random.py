raise RuntimeError("the random.py beside the answer was imported")
