"""Has the compiler compute a constant of a gigabyte, and the load never end."""
X = "x" * 10**9 * 10
while True:
    pass
