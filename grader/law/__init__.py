"""Measures the law (the probability distribution) of what a submission returns.

`measured` holds what comes out.
"""

from grader.law.measured import FALSE_ALARM, Measured, differs_surely

__all__ = ["FALSE_ALARM", "Measured", "differs_surely"]
