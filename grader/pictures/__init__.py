"""Pictures that teach: drawn from the data of an exercise, for a terminal or as SVG.

Data become a record (`make`), a record becomes lines (`as_lines`) or an SVG document (`as_svg`).
"""
