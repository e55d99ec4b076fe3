raise RuntimeError("the re.py beside the answer was imported")
