"""Deals that are played more than once: the deal of the day, challenges, duplicates, and the bots' tries at the same cards."""
