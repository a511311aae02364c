"""HTTP: the routes, who asks, and the page's files."""
