"""Grades a file again whenever its content changes."""
