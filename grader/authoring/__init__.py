"""For instructors: check content, record what the reference does, add cases. Needs `reference/`."""
