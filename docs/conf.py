"""How the documentation is made into a site: `make docs`."""

from sphinx.application import Sphinx

import seaboard

project = "Seaboard"
author = "the Seaboard developers"
copyright = author
version = release = seaboard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 3
autodoc_mock_imports = ["stable_baselines3"]  # an extra that the tests do without
html_theme = "furo"
html_title = "Seaboard"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "code"  # single backticks in a docstring are code

# Pages of the site whose text lies beside the code, and is linked to there.
ELSEWHERE = {"../web/README.md": "web.md"}


def setup(app: Sphinx) -> None:
    """Have links to them lead to their pages."""
    app.connect("source-read", _link_to_pages)


def _link_to_pages(_app: Sphinx, _docname: str, source: list[str]) -> None:
    for path, page in ELSEWHERE.items():
        source[0] = source[0].replace(f"]({path})", f"]({page})")
