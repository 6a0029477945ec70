"""Numbers of GLSL and ESSL."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from aberration.languages.shading.parser.numbers import KEPT, SHORT, decimal, whole
from aberration.languages.shading.source import quote
from aberration.languages.shading.tree import Literal, LiteralKind

_INTEGER: Final = re.compile(r"(?:0[xX]([0-9a-fA-F]+)|(0[0-7]*)|([1-9][0-9]*))([uU]?)")
_FLOAT: Final = re.compile(
    r"((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(lf|LF|f|F|)", re.ASCII
)
_LARGEST: Final = 2**32 - 1


def literal(text: str, version: int) -> Literal | str:
    """Return the literal that a number is, or what is wrong with it. `version` says whether
    floats have suffixes.
    """
    return _short(text, version) if len(text) <= SHORT else _literal(text, version)


def _literal(text: str, version: int) -> Literal | str:
    match = _INTEGER.fullmatch(text)
    if match is not None:
        return _integer(match)
    match = _FLOAT.fullmatch(text)
    if match is None or (match[2] and version == 100):
        return f"expected a number, came {quote(text)}"
    value = decimal(match[1])
    kind: LiteralKind = "double" if match[2] in ("lf", "LF") else "float"
    return value if isinstance(value, str) else Literal(kind, value)


_short: Final = lru_cache(KEPT)(_literal)


def _integer(match: re.Match[str]) -> Literal | str:
    hexadecimal, octal, digits, suffix = match.groups()
    if hexadecimal is not None:
        value = whole(hexadecimal, 16, _LARGEST)
    elif octal is not None:
        value = whole(octal, 8, _LARGEST)
    else:
        value = whole(digits, 10, _LARGEST)
    return value if isinstance(value, str) else Literal("uint" if suffix else "int", value)
