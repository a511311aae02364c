"""Deals that are played more than once."""
