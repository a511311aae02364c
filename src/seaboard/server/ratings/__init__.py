"""Ratings by game, for people and bots together."""
