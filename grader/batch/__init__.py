"""Grades many submissions: one row each in a table, and a summary for the next lecture."""
