"""Projections of one Report: the screen, and the formats that machines read."""
