"""Reviews of finished matches: made one at a time in a separate process, at lower priority than play."""
