"""The values that the declarations of uniforms outside of blocks give them."""

from __future__ import annotations

from typing import Any

from aberration.languages.shading.checker import Typing
from aberration.languages.shading.checker.symbols import UNKNOWN
from aberration.languages.shading.interpret.memory import Memory
from aberration.languages.shading.layout import extent
from aberration.languages.shading.tree import InitList, Node, Variable
from aberration.languages.shading.types import Type


def initial_value(node: Variable, type: Type, typing: Typing) -> bytes | None:
    """Return the value that a uniform's declaration gives it, in std140; None where it is not
    known here.
    """
    value = _constant(node.init, typing)
    if _has_unknown(value):
        return None
    data = bytearray(extent(type, "std140").size)
    Memory("std140").write(type, value, data)
    return bytes(data)


def _constant(node: Node | None, typing: Typing) -> Any:
    """Return the value of a constant expression, or of a list of them; None for other
    expressions.
    """
    if isinstance(node, InitList):
        return tuple(_constant(one, typing) for one in node.items)
    return typing.constants.get(id(node))


def _has_unknown(value: Any) -> bool:
    return (
        any(map(_has_unknown, value))
        if isinstance(value, tuple)
        else value is None or value is UNKNOWN
    )
