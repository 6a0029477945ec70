"""Put a part of a statement in its place: an arm of a selection, the body of a loop, what a
block holds.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..tree import (
    Block,
    Break,
    Continue,
    DoWhile,
    Expression,
    For,
    If,
    Loop,
    Node,
    Statement,
    Switch,
    While,
)
from ..tree.paths import Path
from ..tree.walk import with_children
from .edit import Edit, replace_at
from .subject import Subject

VARIANTS: Final = 6
"""How many parts are tried, one after the other: those of a switch are as many as its clauses."""
_LOOPS: Final = (For, While, DoWhile, Loop)


def part(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each statement that has so many parts."""
    edits = []
    for path, node in subject.places:
        parts = _parts(node) if isinstance(node, Statement) else []
        if variant < len(parts):
            edit = _in_place(path, parts[variant])
            edits += [edit] if edit is not None else []
    return edits


def _in_place(path: Path, statements: tuple[Statement, ...]) -> Edit | None:
    if len(path) > 1 and path[-2] == "statements":
        return replace_at(path, *statements)
    return replace_at(path, Block(statements=statements)) if path[-1] == "otherwise" else None


def _parts(node: Statement) -> list[tuple[Statement, ...]]:
    match node:
        case Block():
            return [node.statements]
        case If(otherwise=None):
            return [node.then.statements]
        case If():
            return [node.then.statements, _of(node.otherwise), (replace(node, otherwise=None),)]
        case For():
            body = _once(node.body)
            alone = (While(node.condition, node.body),) if node.condition else body
            return [body, (*_of(node.init), *body), alone]
        case While() | DoWhile():
            return [_once(node.body)]
        case Loop(continuing=None):
            return [_once(node.body)]
        case Loop(continuing=Block() as last):
            whole = (*_once(node.body), *last.statements)
            endless: Statement = replace(node, break_if=None)
            without: Statement = replace(node, continuing=None, break_if=None)
            return [whole, (without,), *([(endless,)] if node.break_if is not None else [])]
        case Switch():
            return [_once(clause.body) for clause in node.clauses]
        case _:
            return []


def _of(node: Statement | Expression | None) -> tuple[Statement, ...]:
    if isinstance(node, Block):
        return node.statements
    return (node,) if isinstance(node, Statement) else ()


def _once(body: Block) -> tuple[Statement, ...]:
    """Return what a body does without the jumps that its loop or switch is gone for."""
    stripped = _without_jumps(body)
    assert isinstance(stripped, Block)
    return stripped.statements


def _without_jumps(node: Node) -> Node:
    if isinstance(node, _LOOPS):
        return node
    if isinstance(node, Block):
        kept = tuple(one for one in node.statements if not isinstance(one, Break | Continue))
        node = node if len(kept) == len(node.statements) else replace(node, statements=kept)
    return with_children(node, _without_jumps) if isinstance(node, Statement) else node
