"""Many matches: simulations, tournaments, ratings, statistics, plots."""
