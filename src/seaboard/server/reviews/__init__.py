"""Reviews of finished matches: made one after the other in a process of its own that play always comes before."""
