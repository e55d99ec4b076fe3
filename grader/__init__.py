"""A grader for coding exercises: a learner's file goes in, a report comes out."""

__version__ = "0.1.0"
