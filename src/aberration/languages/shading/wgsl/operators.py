"""Operators of WGSL: not C's precedence, but groups most of which may not be mixed without
brackets.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.rules import UNARY, Operator

_NONE: Final[frozenset[str]] = frozenset((UNARY,))
_PRODUCT: Final = _NONE | {"multiplicative"}
_SUM: Final = _PRODUCT | {"additive"}
_COMPARED: Final = _SUM | {"shift"}
_LOGICAL: Final = _COMPARED | {"relational"}

_LEVELS: Final[tuple[tuple[str, tuple[str, ...], frozenset[str], frozenset[str]], ...]] = (
    ("or", ("||",), _LOGICAL | {"or"}, _LOGICAL),
    ("and", ("&&",), _LOGICAL | {"and"}, _LOGICAL),
    ("bitwise or", ("|",), _NONE | {"bitwise or"}, _NONE),
    ("bitwise exclusive or", ("^",), _NONE | {"bitwise exclusive or"}, _NONE),
    ("bitwise and", ("&",), _NONE | {"bitwise and"}, _NONE),
    ("relational", ("==", "!=", "<", ">", "<=", ">="), _COMPARED, _COMPARED),
    ("shift", ("<<", ">>"), _NONE, _NONE),
    ("additive", ("+", "-"), _SUM, _PRODUCT),
    ("multiplicative", ("*", "/", "%"), _PRODUCT, _NONE),
)

OPERATORS: Final = {
    symbol: Operator(level, group, left, right)
    for level, (group, symbols, left, right) in enumerate(_LEVELS, start=4)
    for symbol in symbols
}
PREFIXES: Final = frozenset("-!~")
ASSIGNMENTS: Final = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="))
