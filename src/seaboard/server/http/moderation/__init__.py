"""Reports, blocks, and what hosts do."""
