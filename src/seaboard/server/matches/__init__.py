"""Matches in memory: what has been played, what may be played, and what a seat may see."""
