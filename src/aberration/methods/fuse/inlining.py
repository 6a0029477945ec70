"""What a called function does, as statements in place of the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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
    Return,
    Statement,
    Variable,
)
from aberration.languages.shading.tree.walk import rewrite, walk

from .fusion import Fusion

_WRITTEN: Final = ("out", "inout")


class InlinedCall(msgspec.Struct, frozen=True):
    """The statements that a call does, and its `value` (None where the function gives none), which
    is to be evaluated between `before` and `after`.
    """

    before: tuple[Statement, ...]
    value: Expression | None
    after: tuple[Statement, ...]


def inline(fusion: Fusion, call: Call) -> InlinedCall | None:
    """Return what a call of a function of the program does; None where its body cannot stand
    elsewhere: it returns early, or an argument that it writes to is more than a name.
    """
    function = fusion.function(call.callee.name) if isinstance(call.callee, Name) else None
    if function is None or len(function.params) != len(call.args):
        return None
    body = _single_exit(function)
    if body is None or not _fits(function, call):
        return None
    names = _copy_names(fusion, function)
    pairs = list(zip(function.params, call.args, strict=True))
    before = [_declaration(fusion, param, names, argument) for param, argument in pairs]
    statements = [_with_names(one, names) for one in body]
    after = [
        Assign(op="=", target=argument, value=Name(name=names[param.name]))
        for param, argument in pairs
        if param.name and param.direction in _WRITTEN
    ]
    value = None
    if function.result is not None:
        given = statements.pop()
        assert isinstance(given, Return)
        value = given.value
    return InlinedCall((*before, *statements), value, tuple(after))


def _single_exit(function: Function) -> tuple[Statement, ...] | None:
    """Return the statements of a function that returns at its end alone: with the last `return`
    where it gives a value. None for others.
    """
    assert function.body is not None
    body = function.body.statements
    if body and isinstance(body[-1], Return) and function.result is None:
        body = body[:-1]
    ends = sum(isinstance(node, Return) for one in body for node in walk(one))
    if function.result is None:
        return body if ends == 0 else None
    is_last = bool(body) and isinstance(body[-1], Return) and body[-1].value is not None
    return body if ends == 1 and is_last else None


def _fits(function: Function, call: Call) -> bool:
    written = [
        argument
        for param, argument in zip(function.params, call.args, strict=True)
        if param.direction in _WRITTEN
    ]
    names = [one.name for one in written if isinstance(one, Name)]
    # What is written back twice would depend on the order.
    return len(set(names)) == len(written)


def _copy_names(fusion: Fusion, function: Function) -> Mapping[str, str]:
    prefix = fusion.copy_prefix()
    names = {
        node.name: f"{prefix}{node.name}"
        for node in walk(function)
        if isinstance(node, Variable | Param) and node.name
    }
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


def _with_names(node: Statement, names: Mapping[str, str]) -> Statement:
    def change(one: Node) -> Node:
        if isinstance(one, Name | Variable) and one.name in names:
            return replace(one, name=names[one.name])
        return one

    return rewrite(node, change)
