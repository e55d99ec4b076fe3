raise RuntimeError("the tomllib.py beside the answer was imported")
