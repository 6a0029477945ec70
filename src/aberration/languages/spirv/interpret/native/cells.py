"""Scalars as C has them: what kind of number a leaf is, and how a constant is written."""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from aberration.languages.spirv.interpret.leaves import Cell as Value
from aberration.languages.spirv.interpret.leaves import Leaf

EXACT_TYPES: Final = {
    "F": "float",
    "H": "float",
    "D": "double",
    "U": "uint32_t",
    "L": "uint64_t",
    "B": "int",
}
BOUNDS_TYPES: Final = {
    "F": "F",
    "H": "F",
    "D": "F",
    "U": "uint32_t",
    "L": "uint64_t",
    "B": "int",
    "J": "J",
    "E": "E",
}
"""C types by kind: floats of 32, 16 and 64 bits, integers of at most 32 and of 64 bits, booleans;
`J` and `E` are integers and booleans that may have several values, where floats do.
"""
# As the text of the driver numbers them; loose kinds lie in blocks like the firm ones.
CODES: Final = {"F": 0, "H": 1, "D": 2, "U": 3, "L": 4, "B": 5, "J": 3, "E": 5}
FLOATS: Final = ("F", "H", "D")
_FLOAT_KINDS: Final = {16: "H", 32: "F", 64: "D"}
_PACKED: Final = {"F": "<f", "H": "<e", "D": "<d"}


class Cell(NamedTuple):
    """One leaf of a value: its C expression, its kind, and the C variable that tells whether it
    was ever written.
    """

    text: str
    kind: str
    flag: str = ""


def kind_of(leaf: Leaf, loose: bool = False) -> str:
    """Return the kind of a leaf; `loose`: it may depend on how floats are rounded."""
    if leaf.kind == "float":
        return _FLOAT_KINDS[leaf.width]
    if leaf.kind == "bool":
        return "E" if loose else "B"
    return "J" if loose else "L" if leaf.width > 32 else "U"


def bits_of(kind: str, value: Value) -> int:
    """Return the bits of a constant."""
    if kind in _PACKED:
        packed = struct.pack(_PACKED[kind], value)
        return int.from_bytes(packed, "little")
    return int(value or 0)


def literal(kind: str, value: Value) -> str:
    """Return a constant as C: an integer, a boolean, or a float of one value."""
    if kind == "B":
        return "1" if value else "0"
    if kind in ("U", "L"):
        return f"{int(value or 0)}u{'ll' if kind == 'L' else ''}"
    number = float(value or 0.0)
    cast = "(double)" if kind == "D" else "(float)"
    # C has no literals for these: the text defines them once.
    if number != number:
        return f"({cast}NAN_WIDE)"
    if number in (float("inf"), float("-inf")):
        return f"({cast}{'-' if number < 0 else ''}ENDLESS)"
    if number == 0.0 and str(number).startswith("-"):
        return f"({cast}MINUS_ZERO)"
    return f"({cast}{number!r})"
