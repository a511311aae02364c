"""Storage: what is stored, how it is read, and how it is written."""
