"""Put what a function does in place of its calls."""

from __future__ import annotations

from collections.abc import Mapping

from ..checker.symbols import FunctionSymbol
from ..tree import (
    AddressOf,
    Call,
    CallStatement,
    Deref,
    Expression,
    Name,
    Node,
    Return,
    Statement,
)
from ..tree.paths import Path, with_node_at
from ..tree.walk import rewrite
from .edit import Change, Edit
from .subject import Subject

Given = Mapping[str, Expression]


def inline_calls(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each call of a function of the program whose body can stand where the
    call does.
    """
    edits = []
    for path, node in subject.places:
        change = _change(subject, path, node) if isinstance(node, Call) else None
        if change is not None:
            edits.append(Edit((change,)))
    return edits


def _change(subject: Subject, path: Path, node: Call) -> Change | None:
    callee = subject.typing.callees.get(id(node))
    function = subject.typing.bodies.get(callee) if isinstance(callee, FunctionSymbol) else None
    if function is None or function.body is None or len(function.params) != len(node.args):
        return None
    given = {
        param.name: argument for param, argument in zip(function.params, node.args, strict=True)
    }
    *before, last = function.body.statements or (None,)
    statements = tuple(_substitute(one, given) for one in before if one is not None)
    if isinstance(last, Return) and last.value is not None:
        value = _substitute(last.value, given)
        return (
            Change(path, (value,))
            if not statements
            else _change_around(subject, path, statements, value)
        )
    whole = (*statements, *((_substitute(last, given),) if last is not None else ()))
    in_block = (
        len(path) > 2
        and path[-3] == "statements"
        and isinstance(subject.nodes[path[:-1]], CallStatement)
    )
    return Change(path[:-1], whole) if in_block and function.result is None else None


def _change_around(
    subject: Subject, path: Path, before: tuple[Node, ...], value: Node
) -> Change | None:
    """Return the change of the statement that a call stands in: what the function does comes
    before it.
    """
    for end in range(len(path) - 1, 1, -1):
        node = subject.nodes.get(path[:end])
        if isinstance(node, Statement) and path[end - 2] == "statements":
            return Change(path[:end], (*before, with_node_at(node, path[end:], value)))
    return None


def _substitute(node: Expression | Statement, given: Given) -> Node:
    def fill(one: Node) -> Node:
        if isinstance(one, Name):
            return given.get(one.name, one)
        if isinstance(one, Deref) and isinstance(one.operand, AddressOf):
            return one.operand.operand
        return one

    return rewrite(node, fill)
