"""What `#version` says."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from aberration.languages.shading.source import Source

_BLANKS: Final = re.compile(r"(?>\s+|//[^\n]*|/\*.*?\*/)*+", re.DOTALL)
_VERSION: Final = re.compile(
    r"#[ \t]*version\b[ \t]*(\d{0,9})[ \t]*(\w*)[ \t]*"
    r"(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?=\r?\n|\Z)",
    re.ASCII,
)
_BEGINS: Final = re.compile(r"#[ \t]*version\b")


class Version(msgspec.Struct, frozen=True):
    """The number (0 where the text has no `#version`), the profile word, and where it stands."""

    number: int = 0
    profile: str = ""
    offset: int = 0


def version_of(source: Source) -> Version:
    """Return what `#version`, before which only blanks and comments may stand, says."""
    blanks = _BLANKS.match(source.text)
    offset = blanks.end() if blanks is not None else 0
    match = _VERSION.match(source.text, offset)
    if match is not None and match[1]:
        return Version(int(match[1]), match[2], offset)
    if _BEGINS.match(source.text, offset) is not None:
        raise source.error(
            offset, "expected #version with a number and perhaps a profile, came another line"
        )
    return Version(offset=offset)
