def pick_each(rows, picks, last=None):
    """Return the number that each row has at its pick, up to the first 0, and how many they are."""
    # Your code here
