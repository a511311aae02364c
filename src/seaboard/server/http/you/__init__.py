"""A person's history, ratings and data, and leaderboards."""
