raise RuntimeError("the select.py beside the answer was imported")
