"""Comparisons, truth values, choices."""

from __future__ import annotations

from typing import Any, Final

from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT

from .row import Row, by_width, call, conditional, infix, prefix

_NUMBERS: Final = (INT, UINT, FLOAT)
_ALL: Final = (INT, UINT, FLOAT, BOOL)


def _choose(x: Any, y: Any, second: bool) -> Any:
    return y if second else x


def _comparison(name: str, op: str, vector: str, meaning: object) -> Row:
    assert callable(meaning)
    elements = _ALL if op in ("==", "!=") else _NUMBERS
    return Row(name, elements, "TT", "b", meaning, by_width(infix(op), call(vector)), infix(op))


ROWS: Final = (
    _comparison("less", "<", "lessThan", lambda x, y: x < y),
    _comparison("less or equal", "<=", "lessThanEqual", lambda x, y: x <= y),
    _comparison("greater", ">", "greaterThan", lambda x, y: x > y),
    _comparison("greater or equal", ">=", "greaterThanEqual", lambda x, y: x >= y),
    _comparison("equal", "==", "equal", lambda x, y: x == y),
    _comparison("not equal", "!=", "notEqual", lambda x, y: x != y),
    Row("same vector", _ALL, "TT", "B", lambda x, y: x == y, infix("=="), sizes=(2, 3, 4),
        whole=True),
    Row("other vector", _ALL, "TT", "B", lambda x, y: x != y, infix("!="), sizes=(2, 3, 4),
        whole=True),
    Row("logical and", (BOOL,), "TT", "T", lambda x, y: x and y, infix("&&"), infix("&&"),
        sizes=(1,)),
    Row("logical or", (BOOL,), "TT", "T", lambda x, y: x or y, infix("||"), infix("||"),
        sizes=(1,)),
    Row("logical xor", (BOOL,), "TT", "T", lambda x, y: x != y, infix("^^"), None, sizes=(1,)),
    Row("bool and", (BOOL,), "TT", "T", lambda x, y: x and y, None, infix("&")),
    Row("bool or", (BOOL,), "TT", "T", lambda x, y: x or y, None, infix("|")),
    Row("not", (BOOL,), "T", "T", lambda x: not x, by_width(prefix("!"), call("not")), prefix("!")),
    Row("any", (BOOL,), "T", "B", any, call("any"), call("any"), sizes=(2, 3, 4), whole=True),
    Row("all", (BOOL,), "T", "B", all, call("all"), call("all"), sizes=(2, 3, 4), whole=True),
    Row("conditional", _ALL, "TTB", "T", _choose, conditional, call("select"), whole=True),
    Row("select", (INT, UINT, BOOL), "TTb", "T", _choose, call("mix"), call("select"),
        glsl_since=450, essl_since=310),
    Row("select floats", (FLOAT,), "TTb", "T", _choose, call("mix"), call("select")),
)  # fmt: skip
