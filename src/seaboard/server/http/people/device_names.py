"""A device's plain name, from its User-Agent: one of a few known names, never the browser's own text."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
"""What identifies each, the most specific first: nearly every browser also claims to be Safari."""


def describe(agent: str) -> tuple[str, str]:
    """Return the browser and the system of a User-Agent header; "" if unknown."""
    return _first(agent, BROWSERS), _first(agent, SYSTEMS)


def _first(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in agent), "")
