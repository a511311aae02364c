"""Alembic migrations, run by the server itself at its start."""
