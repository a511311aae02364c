"""How the documentation is made into a site: `make docs`."""

import seaboard

project = "Seaboard"
author = "the Seaboard developers"
copyright = author
version = release = seaboard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Seaboard"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
default_role = "code"  # single backticks in a docstring are code
