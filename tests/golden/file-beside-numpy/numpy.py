raise RuntimeError("the numpy.py beside the answer was imported")
