raise RuntimeError("the typing.py beside the answer was imported")
