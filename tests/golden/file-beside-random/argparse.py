raise RuntimeError("the argparse.py beside the answer was imported")
