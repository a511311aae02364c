"""Warns when a wheel or an sdist is built without the page: such a build can be used to study the games, but not to serve them."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WarnWithoutPage(BuildHookInterface[Any]):
    """Looks for the page before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Warn, unless the page is there or this is a checkout's own installation, which builds it later."""
        page = Path(self.root, "src", "seaboard", "server", "page", "index.html")
        if version != "editable" and not page.is_file():
            self.app.display_warning("The page is not built, so it is not in here: run python tools/build_page.py first.")
