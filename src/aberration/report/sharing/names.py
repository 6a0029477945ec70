"""The names of files in an archive that somebody else made: what may be one, and what may not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from aberration.core.errors import BadInput

MOST_BYTES: Final = 255
MOST_FOLDERS: Final = 8
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+@-]*")
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def check_name(name: str) -> None:
    """Raise `BadInput` for the name of a file in an archive that is no plain relative name, on
    whatever system it is unpacked.
    """
    reason = _reason(name)
    if reason:
        raise BadInput(f"expected plain names of files, but {_in_ascii(name)} {reason}")


def check_names(names: Iterable[str]) -> None:
    """Raise `BadInput` for a name that is none, for one that is there twice, or that is the same
    file as another where case or composition of letters does not count, and for a file that is a
    folder too.
    """
    seen: dict[str, str] = {}
    for name in names:
        check_name(name)
        key = _key(name)
        if key in seen:
            other = seen[key]
            same = "is there twice" if other == name else f"is the same file as {_in_ascii(other)}"
            raise BadInput(f"expected each file once, but {_in_ascii(name)} {same}")
        seen[key] = name
    for key, name in seen.items():
        for place, letter in enumerate(key):
            if letter == "/" and key[:place] in seen:
                raise BadInput(f"expected files in folders, but {_in_ascii(name)} lies in a file")


def _reason(name: str) -> str:
    if not name:
        return "is empty"
    if len(name.encode("utf-8", "replace")) > MOST_BYTES:
        return f"has more than {MOST_BYTES} bytes"
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        return "holds a control character"
    if name.startswith("/") or _DRIVE.match(name):
        return "is absolute"
    if "\\" in name:
        return "holds a backslash"
    parts = name.split("/")
    if ".." in parts or "." in parts:
        return "leads elsewhere"
    if len(parts) > MOST_FOLDERS:
        return f"lies more than {MOST_FOLDERS - 1} folders deep"
    return next((found for part in parts if (found := _reason_of_part(part))), "")


def _reason_of_part(part: str) -> str:
    if not part:
        return "has an empty part"
    if _DEVICES.fullmatch(part):
        return "is the name of a device"
    if part.endswith("."):
        return "ends in a dot"
    return "" if _PART.fullmatch(part) else "holds other than letters, digits and . _ + @ -"


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _in_ascii(name: str) -> str:
    """Return a name as people can read it in one line of a terminal: nothing in it is obeyed."""
    return ascii(name if len(name) <= 80 else f"{name[:77]}...")
