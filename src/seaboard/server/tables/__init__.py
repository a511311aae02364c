"""Tables in memory: who sits where, and what happens there."""
