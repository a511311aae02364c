"""Playing many matches: simulations, tournaments, ratings, statistics, plots."""
