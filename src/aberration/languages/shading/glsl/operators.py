"""Operators of GLSL and ESSL: C's precedence, with a logical exclusive or."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.rules import UNARY, Operator

CONDITIONAL_POWER: Final = 3
"""The comma has 1, assignment 2."""

_LEVELS: Final = (
    ("or", ("||",)),
    ("exclusive or", ("^^",)),
    ("and", ("&&",)),
    ("bitwise or", ("|",)),
    ("bitwise exclusive or", ("^",)),
    ("bitwise and", ("&",)),
    ("equality", ("==", "!=")),
    ("relational", ("<", ">", "<=", ">=")),
    ("shift", ("<<", ">>")),
    ("additive", ("+", "-")),
    ("multiplicative", ("*", "/", "%")),
)


def _table() -> dict[str, Operator]:
    groups = [group for group, _ in _LEVELS]
    table: dict[str, Operator] = {}
    for level, (group, symbols) in enumerate(_LEVELS):
        tighter = frozenset((*groups[level + 1 :], UNARY))
        operator = Operator(CONDITIONAL_POWER + 1 + level, group, tighter | {group}, tighter)
        table |= dict.fromkeys(symbols, operator)
    return table


OPERATORS: Final = _table()
PREFIXES: Final = frozenset("+-!~")
ASSIGNMENTS: Final = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="))
