"""Loops and switches as WGSL has them."""

from __future__ import annotations

from typing import Final

from ...tree import Block, Break, Clause, Expression, If, Loop, Return, Statement, Switch, Unary
from ...tree.walk import walk
from ..emitter import Emitter

_LARGEST: Final = 20_000
"""Nodes of a switch whose falling through is written out."""


def loop(
    emitter: Emitter,
    before: list[Statement],
    condition: Expression | None,
    body: list[Statement],
    step: list[Statement],
) -> None:
    """Go round: each turn does `before`, ends where the condition fails, does the body and then
    the step, also after `continue`.
    """
    for node in step:
        if any(isinstance(below, Return) for below in walk(node)):
            raise emitter.refuse(
                "return in continuing", "a call that may discard, at the end of a loop's turn"
            )
    ending = [] if condition is None else [If(Unary("!", condition), Block((Break(),)))]
    last = step[-1] if step else None
    break_if = None
    if isinstance(last, If) and last.otherwise is None and last.then.statements == (Break(),):
        step, break_if = step[:-1], last.condition
    continuing = Block(tuple(step)) if step or break_if is not None else None
    emitter.emit(Loop(Block((*before, *ending, *body)), continuing, break_if))


def switch(emitter: Emitter, selector: Expression, clauses: list[Clause]) -> None:
    """WGSL's cases do not fall through: what they fall into is written again; a default is
    always there.
    """
    bodies = [clause.body.statements for clause in clauses]
    made = []
    for k, clause in enumerate(clauses):
        body = list(bodies[k])
        last = k
        while clauses[last].falls_through and last + 1 < len(clauses):
            last += 1
            body += bodies[last]
        made.append(Clause(clause.labels, Block(tuple(body)), clause.has_default))
    if not any(clause.has_default for clause in made):
        made.append(Clause((), Block(()), True))
    whole = Switch(selector, tuple(made))
    if any(count >= _LARGEST for count, _ in enumerate(walk(whole))):
        raise emitter.refuse("size", "a switch that falls through")
    emitter.emit(whole)
