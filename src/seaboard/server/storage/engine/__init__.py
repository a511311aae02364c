"""How the database is written to, how servers tell each other of it, and what if it is silent."""
