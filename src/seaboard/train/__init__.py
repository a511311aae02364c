"""Learning by self-play: `seaboard train GAME`. Needs PyTorch; playing with the result does not (`seaboard.bots.learned`)."""
