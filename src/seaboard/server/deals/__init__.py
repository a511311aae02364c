"""Deals that are played more than once: the deal of the day, challenges, duplicates, and how bots fare with the same cards."""
