"""HTTP: the routes, who makes a request, and the page's files."""
