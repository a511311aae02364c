"""Loops over the rules, compiled for one game at a time by `seaboard.compiled`."""
