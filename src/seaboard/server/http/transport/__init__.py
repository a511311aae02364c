"""Connections: how many, how long, from where, and what surrounds every request."""
