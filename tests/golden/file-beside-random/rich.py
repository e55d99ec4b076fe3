raise RuntimeError("the rich.py beside the answer was imported")
