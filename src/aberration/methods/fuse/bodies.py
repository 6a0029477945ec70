"""What a function does, as statements that can stand in place of a call."""

from __future__ import annotations

import msgspec

from aberration.languages.shading.tree import (
    Expression,
    Function,
    Param,
    Return,
    Statement,
    Variable,
)
from aberration.languages.shading.tree.walk import walk

from .known import Known, known_of


class Body(msgspec.Struct, frozen=True, eq=False):
    """The statements of a function that returns at its end alone, with what is known of each, and
    the `value` that it returns there, if any. `names` are those of its parameters and variables.
    """

    function: Function
    statements: tuple[Statement, ...]
    known: tuple[Known, ...]
    value: Expression | None
    names: tuple[str, ...]


def body_of(function: Function) -> Body | None:
    """Return the body of a function; None where it has none, or returns elsewhere."""
    if function.body is None:
        return None
    statements, value = function.body.statements, None
    if statements and isinstance(statements[-1], Return):
        value = statements[-1].value
        statements = statements[:-1]
    if (function.result is None) != (value is None):
        return None
    nodes = [node for one in statements for node in walk(one)]
    if any(isinstance(node, Return) for node in nodes):
        return None
    variables = (one for one in (*function.params, *nodes) if isinstance(one, Variable | Param))
    names = tuple(dict.fromkeys(one.name for one in variables if one.name))
    return Body(function, statements, tuple(map(known_of, statements)), value, names)
