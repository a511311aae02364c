"""Reports and what hosts have decided, in the database."""
