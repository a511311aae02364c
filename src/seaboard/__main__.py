"""`python -m seaboard` is `seaboard`."""

import sys

from seaboard.cli import main

sys.exit(main())
