"""Matches in memory: what has been played, what may be, and what a seat is told of it."""
