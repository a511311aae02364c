"""The page's files, what a link to it shows elsewhere, and the page that describes the routes."""
