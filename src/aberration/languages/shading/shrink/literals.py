"""Put 0 or 1 of its type in place of a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..tree import Call, Expression, Literal, LiteralKind, Name
from ..types import Matrix, Scalar, ScalarKind, Type, Vector
from .edit import Edit, replace_at
from .subject import Subject

NUMBERS: Final = (0, 1)
_KINDS: Final[Mapping[ScalarKind, LiteralKind]] = {
    "int": "int",
    "uint": "uint",
    "float": "float",
    "double": "double",
    "half": "half",
    "abstract int": "abstract_int",
    "abstract float": "abstract_float",
}
_WGSL: Final[Mapping[ScalarKind, LiteralKind]] = {
    **_KINDS,
    "int": "abstract_int",
    "float": "abstract_float",
}
"""In WGSL numbers without a type become what is asked for."""


def number(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each value that another one may stand for, and that is not the number
    itself.
    """
    edits = []
    for path, node, type in subject.values():
        made = literal(type, NUMBERS[variant], wgsl=subject.wgsl)
        # 0 and 1 are as short as each other, also in each component.
        is_spread = isinstance(node, Call) and len(node.args) == 1 and not isinstance(type, Scalar)
        part = node.args[0] if isinstance(node, Call) and is_spread else node
        is_number = isinstance(part, Literal) and part.value in NUMBERS
        if made is not None and made != node and not is_number:
            edits.append(replace_at(path, made))
    return edits


def literal(type: Type, value: int, *, wgsl: bool) -> Expression | None:
    """Return the value of a scalar, vector or matrix type all of whose components (of a matrix: the
    diagonal) are the number; None for other types, and where the language has no short way to write
    it.
    """
    if isinstance(type, Scalar):
        return _scalar(type, value, wgsl=wgsl)
    if isinstance(type, Vector):
        return Call(
            callee=Name(name=f"vec{type.size}" if wgsl else type.glsl),
            args=(_scalar(type.component, value, wgsl=wgsl),),
        )
    if isinstance(type, Matrix) and not wgsl:
        return Call(callee=Name(name=type.glsl), args=(_scalar(type.component, value, wgsl=wgsl),))
    return None


def _scalar(type: Scalar, value: int, *, wgsl: bool) -> Literal:
    if type.kind == "bool":
        return Literal(kind="bool", value=bool(value))
    return Literal(
        kind=(_WGSL if wgsl else _KINDS)[type.kind], value=float(value) if type.is_float else value
    )
