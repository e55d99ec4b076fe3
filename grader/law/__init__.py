"""Measures the law (the probability distribution) of what a submission returns.

`measuring` drives the submission, `search` decides where to look, `measured` holds what comes out.
"""

from grader.law.measured import FALSE_ALARM, TOLERANCE, Measured, differs_surely
from grader.law.measuring import measure

__all__ = ["FALSE_ALARM", "TOLERANCE", "Measured", "differs_surely", "measure"]
