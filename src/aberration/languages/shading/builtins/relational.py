"""Comparisons of vectors, and of truth values as a whole."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from .row import Builtin, both, essl, wgsl


def _compare(name: str, meaning: Callable[[Any, Any], bool], *, booleans: bool = False) -> Builtin:
    all_ = "FDIUB/v" if booleans else "FDIU/v"
    forms = (
        *both("b: T T", "FIB/v" if booleans else "FI/v", gl_over=all_),
        essl("b: T T", "U/v", 300),
    )
    return Builtin(name, "relational", forms, meaning)


ROWS: Final = (
    _compare("lessThan", operator.lt),
    _compare("lessThanEqual", operator.le),
    _compare("greaterThan", operator.gt),
    _compare("greaterThanEqual", operator.ge),
    _compare("equal", operator.eq, booleans=True),
    _compare("notEqual", operator.ne, booleans=True),
    Builtin("any", "relational", (*both("bool: T", "B/v"), wgsl("bool: T", "B/v")), any, False),
    Builtin("all", "relational", (*both("bool: T", "B/v"), wgsl("bool: T", "B/v")), all, False),
    Builtin(
        "any or all of one",
        "relational",
        (wgsl("bool: T", "B/s", name="any"), wgsl("bool: T", "B/s", name="all")),
        bool,
    ),
    Builtin("not", "relational", both("b: T", "B/v"), operator.not_),
)
