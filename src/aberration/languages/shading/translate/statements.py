"""Reading the statements that all sources have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..tree import Block, Break, Continue, Declare, Expression, For, If, Statement, While
from ..types import BOOL
from .reader import Reader
from .values import TranslatedValue


def read_block(r: Reader, node: Block) -> None:
    r.emitter.emit(r.block(node.statements))


def read_jump(r: Reader, node: Statement) -> None:
    r.emitter.emit(node)


def read_if(r: Reader, node: If) -> None:
    condition = r.value(node.condition)
    then = r.block(node.then.statements)
    otherwise: Statement | None = None
    if isinstance(node.otherwise, If):
        with r.emitter.collecting() as statements:
            read_if(r, node.otherwise)
        alone = len(statements) == 1 and isinstance(statements[0], If)
        otherwise = statements[0] if alone else Block(tuple(statements))
    elif isinstance(node.otherwise, Block):
        otherwise = r.block(node.otherwise.statements)
    r.emitter.emit(If(condition.expr, then, otherwise))


def _condition(r: Reader, node: Expression | Statement) -> TranslatedValue:
    """Return a condition; where it is declared, its declaration goes first."""
    if isinstance(node, Expression):
        return r.value(node)
    assert isinstance(node, Declare)
    r.statement(node)
    return TranslatedValue(r.bound[r.typing.declared[id(node.variables[0])]], BOOL)


def read_for(r: Reader, node: For) -> None:
    with r.emitter.collecting() as head:
        if node.init is not None:
            r.statement(node.init)
    with r.emitter.collecting() as before:
        condition = None if node.condition is None else _condition(r, node.condition)
    body = list(r.block(node.body.statements).statements)
    with r.emitter.collecting() as step:
        if node.step is not None:
            r.statement(node.step)
    init = head.pop() if len(head) == 1 and isinstance(head[0], r.for_parts) else None
    with r.emitter.collecting() as loop:
        test = None if condition is None else condition.expr
        if not before and len(step) <= 1 and all(isinstance(part, r.for_parts) for part in step):
            last = step[0] if step else None
            r.emitter.emit(For(init, test, last, Block(tuple(body))))
        else:
            r.emitter.emit(*([] if init is None else [init]))
            r.emitter.loop(before, test, body, step)
    r.emitter.emit(*([Block((*head, *loop))] if head or len(loop) > 1 else loop))


def read_while(r: Reader, node: While) -> None:
    with r.emitter.collecting() as before:
        condition = _condition(r, node.condition)
    body = r.block(node.body.statements)
    if before:
        r.emitter.loop(before, condition.expr, list(body.statements), [])
    else:
        r.emitter.emit(While(condition.expr, body))


SHARED: Final[Mapping[type[Statement], Callable[[Reader, Any], None]]] = {
    Block: read_block,
    If: read_if,
    For: read_for,
    While: read_while,
    Break: read_jump,
    Continue: read_jump,
}
