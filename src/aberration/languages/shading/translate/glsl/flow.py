"""Loops and switches as GLSL and ESSL have them."""

from __future__ import annotations

from typing import Final

from ...tree import (
    Assign,
    Block,
    Break,
    Clause,
    Continue,
    DoWhile,
    Expression,
    For,
    If,
    Literal,
    Loop,
    Node,
    Statement,
    Switch,
    Unary,
    While,
)
from ...tree.walk import children
from ...types import BOOL
from ..emitter import Emitter

_LOOPS: Final = (For, While, DoWhile, Loop)


def loop(
    emitter: Emitter,
    before: list[Statement],
    condition: Expression | None,
    body: list[Statement],
    step: list[Statement],
) -> None:
    """Go round as `WgslEmitter.loop`; where `continue` has to get to the step, this opens
    the next turn.
    """
    ending = [] if condition is None else [If(Unary("!", condition), Block((Break(),)))]
    forever = Literal("bool", True)
    if not step or not any(map(_continues, body)):
        emitter.emit(While(forever, Block((*before, *ending, *body, *step))))
        return
    again = emitter.variable(BOOL, Literal("bool", False), "again")
    first = [If(again.expr, Block(tuple(step))), Assign("=", again.expr, Literal("bool", True))]
    emitter.emit(While(forever, Block((*first, *before, *ending, *body))))


def switch(emitter: Emitter, selector: Expression, clauses: list[Clause]) -> None:
    emitter.emit(Switch(selector, tuple(clauses)))


def _continues(node: Node) -> bool:
    """Whether a statement goes on with the loop around it."""
    if isinstance(node, Continue):
        return True
    if isinstance(node, _LOOPS):
        return False
    return any(map(_continues, children(node)))
