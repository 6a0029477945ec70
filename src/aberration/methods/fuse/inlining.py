"""What a called function does, as statements in place of the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Call,
    Declare,
    Expression,
    Function,
    Name,
    Node,
    Param,
    Statement,
    Variable,
)
from aberration.languages.shading.tree.walk import rewrite
from aberration.languages.shading.types import is_opaque

from .bodies import Body
from .fusion import Fusion
from .placed import Placed

N = TypeVar("N", bound=Node)
_WRITTEN: Final = ("out", "inout")


class InlinedCall(msgspec.Struct, frozen=True):
    """The statements that a call of a function does, and its `value` (None where it gives none),
    which is to be evaluated between `before` and `after`.
    """

    function: Function
    before: tuple[Placed[Statement], ...]
    value: Expression | None
    after: tuple[Statement, ...]


def inline(fusion: Fusion, call: Call) -> InlinedCall | None:
    """Return what a call of a function of the program does; None where its body cannot stand
    elsewhere: it returns early, an argument that it writes to is more than a name, or one is a
    texture.
    """
    found = fusion.function(call.callee.name) if isinstance(call.callee, Name) else None
    body = found.body if found is not None else None
    if found is None or body is None or len(body.function.params) != len(call.args):
        return None
    if not _fits(body.function, call) or any(_is_texture(fusion, one) for one in call.args):
        return None
    names = _copy_names(fusion, body)
    pairs = list(zip(body.function.params, call.args, strict=True))
    before = [
        Placed(found.part, _declaration(fusion, param, names, argument))
        for param, argument in pairs
    ]
    before += [
        Placed(found.part, _with_names(one, names), known.with_names(names))
        for one, known in zip(body.statements, body.known, strict=True)
    ]
    after = tuple(
        Assign(op="=", target=argument, value=Name(name=names[param.name]))
        for param, argument in pairs
        if param.name and param.direction in _WRITTEN
    )
    value = None if body.value is None else _with_names(body.value, names)
    return InlinedCall(body.function, tuple(before), value, after)


def _fits(function: Function, call: Call) -> bool:
    written = [
        argument
        for param, argument in zip(function.params, call.args, strict=True)
        if param.direction in _WRITTEN
    ]
    names = [one.name for one in written if isinstance(one, Name)]
    # What is written back twice would depend on the order.
    return len(set(names)) == len(written)


def _is_texture(fusion: Fusion, argument: Expression) -> bool:
    """Whether an argument is a texture or sampler, for which no variable can stand."""
    type = fusion.types.get(argument.name) if isinstance(argument, Name) else None
    return type is not None and is_opaque(type)


def _copy_names(fusion: Fusion, body: Body) -> Mapping[str, str]:
    prefix = fusion.copy_prefix()
    names = {name: f"{prefix}{name}" for name in body.names}
    for old, new in names.items():
        if old in fusion.types:
            fusion.types[new] = fusion.types[old]
    return names


def _declaration(
    fusion: Fusion, param: Param, names: Mapping[str, str], argument: Expression
) -> Statement:
    name = names.get(param.name) or f"{fusion.copy_prefix()}unnamed"
    init = None if param.direction == "out" else argument
    return Declare(
        variables=(
            Variable(
                kind="let" if fusion.wgsl else "var",
                name=name,
                type=param.type,
                init=init,
                storage="" if fusion.wgsl else "function",
                precision=param.precision,
            ),
        )
    )


def _with_names(node: N, names: Mapping[str, str]) -> N:
    def change(one: Node) -> Node:
        if isinstance(one, Name | Variable) and one.name in names:
            return replace(one, name=names[one.name])
        return one

    return rewrite(node, change)
