"""Numbers of WGSL."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from aberration.languages.shading.parser.numbers import KEPT, SHORT, decimal, hexadecimal, whole
from aberration.languages.shading.source import quote
from aberration.languages.shading.tree import Literal, LiteralKind

_INTEGER: Final = re.compile(r"(?:0[xX]([0-9a-fA-F]+)|(0|[1-9][0-9]*))([iu]?)")
_FLOAT: Final = re.compile(
    r"((?:[0-9]*\.[0-9]+|[0-9]+\.)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|(?:0|[1-9][0-9]*)(?=[fh]))([fh]?)"
)
_HEXADECIMAL: Final = re.compile(
    r"(0[xX]([0-9a-fA-F]*\.[0-9a-fA-F]+|[0-9a-fA-F]+\.|[0-9a-fA-F]+(?=[pP]))(?:[pP][+-]?[0-9]+(?=([fh]?)))?)[fh]?"
)
_KINDS: Final[dict[str, LiteralKind]] = {"i": "int", "u": "uint", "": "abstract_int"}
_FLOAT_KINDS: Final[dict[str, LiteralKind]] = {"f": "float", "h": "half", "": "abstract_float"}
_LARGEST: Final = {"i": 2**31 - 1, "u": 2**32 - 1, "": 2**63 - 1}
_TOO_LARGE: Final = {"f": 2.0**128 - 2.0**103, "h": 65520.0}
"""From these on, rounding to f32 and f16 gives infinity."""
_DIGITS: Final = {"f": 24, "h": 11, "": 53}


def literal(text: str) -> Literal | str:
    """Return the literal that a number is, or what is wrong with it."""
    return _short(text) if len(text) <= SHORT else _literal(text)


def _literal(text: str) -> Literal | str:
    match = _INTEGER.fullmatch(text)
    if match is not None:
        hexadecimal_digits, digits, suffix = match.groups()
        base = 10 if hexadecimal_digits is None else 16
        value = whole(hexadecimal_digits or digits, base, _LARGEST[suffix])
        return value if isinstance(value, str) else Literal(_KINDS[suffix], value)
    match = _FLOAT.fullmatch(text)
    if match is not None:
        return _float(decimal(match[1]), match[2])
    match = _HEXADECIMAL.fullmatch(text)
    if match is None or (match[3] is None and text[-1] in "h"):
        return f"expected a number, came {quote(text)}"
    if not _is_exact(match[2], match[3] or ""):
        return (
            "expected a hexadecimal number that its type holds exactly, came one with more digits"
        )
    return _float(hexadecimal(match[1]), match[3] or "")


_short: Final = lru_cache(KEPT)(_literal)


def _float(value: float | str, suffix: str) -> Literal | str:
    if isinstance(value, str):
        return value
    if value >= _TOO_LARGE.get(suffix, float("inf")):
        return "expected a number that its type can hold, came a larger one"
    return Literal(_FLOAT_KINDS[suffix], value)


def _is_exact(digits: str, suffix: str) -> bool:
    significant = digits.replace(".", "").lstrip("0")
    if len(significant.rstrip("0")) > _DIGITS[suffix] // 4 + 2:
        return False
    value = int(significant.rstrip("0") or "0", 16)
    while value and value % 2 == 0:
        value //= 2
    return value.bit_length() <= _DIGITS[suffix]
