"""Words of games as text."""

import re
from typing import Final

# A move, a result, a comment, a glyph, or a bracket; what is nothing of these is passed over.
# Comments in braces go over lines; one that is never closed goes to the end.
WORD: Final = re.compile(
    r"([PNBRQK]?@[a-h][1-8]"
    r"|[NBRQKP]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:[=/]?\(?[nbrqkNBRQK]\)?(?![a-h1-8]))?"
    r"|[O0o]-[O0o](?:-[O0o])?(?![-/\d])|--|Z0|0000|@@@@)"
    r"|(1-0|0-1|1/2-1/2|\*)|(\{[^}]*\}?)|(;.*)|\$(\d+)|(\()|(\))|([?!]{1,2})"
)
MOVE, RESULT, OPEN, REST, NAG, BEGIN, END, GLYPH = range(1, 9)
GLYPHS: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def comment_of(text: str) -> str:
    """Returns a comment without its braces and one blank beside each."""
    inner = text[1:-1] if text.endswith("}") else text[1:].rstrip()
    return inner.replace("\r\n", "\n").removeprefix(" ").removesuffix(" ")
