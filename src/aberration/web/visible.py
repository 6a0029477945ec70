"""Text from cases, compilers and stores, made safe to look at: what would not be seen, or would
change how the rest is seen, becomes a sign of its own.

Markup is escaped by the templates. That leaves escape sequences of terminals, NUL, marks that
reverse the direction of reading, characters without width, and halves of surrogate pairs.
"""

import re
from typing import Final

MOST: Final = 64 << 10
"""Characters of one text that a page shows; the whole can be fetched."""
LINE: Final = 400
"""Characters of a text that is shown in one line."""

_PICTURES: Final = 0x2400
"""Unicode's pictures of the control characters 0 to 31 begin here."""
_DELETE: Final = 0x7F
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_BREAKS: Final = re.compile("[\n\t]")


def visible(text: object, most: int = MOST) -> str:
    """Return a text of several lines with everything in it to be seen, cut after `most`
    characters with a note of how many are left.
    """
    given = str(text)
    shown = _HIDDEN.sub(lambda found: _sign(found.group()), given[:most].replace("\r\n", "\n"))
    left = len(given) - most
    return f"{shown}\n[{left} characters more]" if left > 0 else shown


def in_line(text: object, most: int = LINE) -> str:
    """Return a text as one line, cut after `most` characters with an ellipsis."""
    given = str(text)
    cut = f"{given[:most]}…" if len(given) > most else given
    return _BREAKS.sub(lambda found: "␊" if found.group() == "\n" else " ", visible(cut, most + 1))


def _sign(character: str) -> str:
    code = ord(character)
    if code < ord(" "):
        return chr(_PICTURES + code)
    return "␡" if code == _DELETE else f"⟨U+{code:04X}⟩"
