"""Arrays of textures, and of blocks: each element is one of its own, whose name ends in its number,
as in `layers[1]`.
"""

from __future__ import annotations

import re
from typing import Final

_ELEMENT: Final = re.compile(r"(?P<array>.+)\[(?P<number>\d{1,9})\]")


def element_name(array: str, number: int) -> str:
    """Return the name of an element of an array of textures, samplers or blocks."""
    return f"{array}[{number}]"


def element_of(name: str) -> tuple[str, int] | None:
    """Return the array and the number of an element; None for a name that is of none."""
    found = _ELEMENT.fullmatch(name)
    return (found["array"], int(found["number"])) if found else None


def number_in_array(name: str) -> int:
    """Return the number of an element; 0 for a name that is of none."""
    found = element_of(name)
    return found[1] if found else 0
