"""Alembic's entry: migrate over the connection that the server hands in."""

from alembic import context

from seaboard.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
