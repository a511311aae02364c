"""Learning by self-play: `seaboard train GAME`. Needs PyTorch; what was learned is played without it (`seaboard.bots.learned`)."""
