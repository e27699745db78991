"""Comparisons with other people's libraries, which are development tools here and
never imported by what ships. The quick form looks at a few thousand positions,
the full form (BOARDWRIGHT_FULL=1) at a few hundred thousand."""

import os

FULL = os.environ.get("BOARDWRIGHT_FULL") == "1"


def budget(quick: int, full: int) -> int:
    """How many positions a comparison looks at."""
    return full if FULL else quick
