"""Link previews: a title, a line and a picture in the page's head, shown where an invitation's link is pasted."""

import re
from html import escape
from pathlib import Path

from seaboard import locales
from seaboard.games import GAMES
from seaboard.server.http.languages import asked_for
from seaboard.server.settings import Settings
from seaboard.server.storage.rows import Deal, Table

DEFAULT = "en"
TITLE = "<title>Seaboard</title>"
"""Where the page's head has room for it."""
PLACES = {"en": "en_GB", "fr": "fr_FR"}
SIZE = (1200, 630)
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?", re.IGNORECASE)


def origin_of(settings: Settings, scheme: str, host: str) -> str | None:
    """Return the page's own address: as configured, or otherwise as the server was reached, if that is a valid address."""
    if settings.origins:
        return settings.origins[0].rstrip("/")
    return f"{scheme}://{host.lower()}" if scheme in {"http", "https"} and _HOST.fullmatch(host) else None


def with_preview(page: str, about: Table | Deal | None, *, folder: Path, origin: str | None, accepted: str | None) -> str:
    """Return the page with a preview in its head: of a table that waits for people, of a challenge, or of Seaboard itself.

    It reveals nothing about any other table or deal, not even that it exists: a match is for its players and invited spectators.
    """
    shown = about if about is not None and about.game in GAMES and _is_for_others(about) else None
    language = asked_for(accepted) or (shown.language if isinstance(shown, Table) else None) or DEFAULT
    if shown is not None:
        game = locales.say(language, shown.game, "title")
        if isinstance(shown, Table):
            title = locales.say(language, "away", "preview.invited", name=shown.maker_name, game=game)
            text = locales.texts(language, shown.game).get("feel") or locales.say(language, "away", "app.description")
        else:
            title = locales.say(language, "away", "preview.challenged", name=shown.maker_name, game=game)
            text = locales.say(language, "away", "preview.same_cards")
        alt = locales.say(language, "away", "preview.alt", game=game)
        address = f"/{'t' if isinstance(shown, Table) else 'd'}/{shown.id}"
        picture = f"/previews/{shown.game}.png"
    else:
        title = alt = "Seaboard"
        text = locales.say(language, "away", "app.description")
        address, picture = "/", "/previews/seaboard.png"
    if not (folder / picture[1:]).is_file():
        picture = "/previews/seaboard.png"
    tags = [f"<title>{escape(title)}</title>", _meta("name", "description", text), *_card(title, text, language)]
    if origin is not None:
        width, height = SIZE
        tags += [
            f'<link rel="canonical" href="{escape(origin + address)}" />',
            _meta("property", "og:url", origin + address),
            _meta("property", "og:image", origin + picture),
            _meta("property", "og:image:width", str(width)),
            _meta("property", "og:image:height", str(height)),
            _meta("property", "og:image:alt", alt),
            _meta("name", "twitter:card", "summary_large_image"),
        ]
    page = page.replace('<html lang="en">', f'<html lang="{language}">', 1).replace(
        "/manifest.en.webmanifest", f"/manifest.{language}.webmanifest", 1
    )
    return page.replace(TITLE, "\n    ".join(tags), 1)


def _is_for_others(about: Table | Deal) -> bool:
    return about.stage == "open" if isinstance(about, Table) else about.kind == "challenge"


def _card(title: str, text: str, language: str) -> list[str]:
    return [
        _meta("property", "og:type", "website"),
        _meta("property", "og:site_name", "Seaboard"),
        _meta("property", "og:title", title),
        _meta("property", "og:description", text),
        _meta("property", "og:locale", PLACES[language]),
    ]


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}" />'
