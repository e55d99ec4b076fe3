"""Measures the law (the probability distribution) of what a submission returns.

`measure` drives the submission, `search` decides where to look, `measured` holds what comes out.
"""

from grader.law.measure import measure
from grader.law.measured import FALSE_ALARM, TOLERANCE, Measured, differs_surely

__all__ = ["FALSE_ALARM", "TOLERANCE", "Measured", "differs_surely", "measure"]
