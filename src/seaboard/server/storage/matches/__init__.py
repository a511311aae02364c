"""Finished matches, ratings, shared deals, and matches to watch, in the database."""
