raise RuntimeError("the json.py beside the answer was imported")
