"""What is told of matches: hints and puzzles, replays, reviews, summaries."""
