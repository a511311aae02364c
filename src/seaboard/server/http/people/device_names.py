"""A device's plain name, from what its browser says of itself: one of a few words, and nothing that the browser made up."""

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
"""What gives each away, the more telling first: nearly every browser also says that it is Safari."""


def describe(agent: str) -> tuple[str, str]:
    """The browser and the system of a User-Agent header; "" where unknown."""
    return _first(agent, BROWSERS), _first(agent, SYSTEMS)


def _first(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in agent), "")
