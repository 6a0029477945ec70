"""Loops and switches as each target has them."""

from __future__ import annotations

from ..tree import (
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
    Return,
    Statement,
    Switch,
    While,
)
from ..tree.walk import children, walk
from ..types import BOOL
from .family_emitter import FamilyEmitter
from .wgsl_operators import WgslOperators

_LOOPS = (For, While, DoWhile, Loop)
_LARGEST = 20_000
"""Nodes of a switch whose falling through is written out."""


class WgslEmitter(WgslOperators):
    """WGSL as it is written."""

    def loop(
        self,
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
                raise self.refuse(
                    "return in continuing", "a call that may discard, at the end of a loop's turn"
                )
        ending = [] if condition is None else [If(self.negated(condition), Block((Break(),)))]
        last = step[-1] if step else None
        break_if = None
        if isinstance(last, If) and last.otherwise is None and last.then.statements == (Break(),):
            step, break_if = step[:-1], last.condition
        continuing = Block(tuple(step)) if step or break_if is not None else None
        self.emit(Loop(Block((*before, *ending, *body)), continuing, break_if))

    def switch(self, selector: Expression, clauses: list[Clause]) -> None:
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
            raise self.refuse("size", "a switch that falls through")
        self.emit(whole)


class FamilyWriter(FamilyEmitter):
    """GLSL and ESSL as they are written."""

    def loop(
        self,
        before: list[Statement],
        condition: Expression | None,
        body: list[Statement],
        step: list[Statement],
    ) -> None:
        """Go round as `WgslEmitter.loop`; where `continue` has to get to the step, this opens
        the next turn.
        """
        ending = [] if condition is None else [If(self.negated(condition), Block((Break(),)))]
        forever = Literal("bool", True)
        if not step or not any(map(_continues, body)):
            self.emit(While(forever, Block((*before, *ending, *body, *step))))
            return
        again = self.variable(BOOL, Literal("bool", False), "again")
        first = [If(again.expr, Block(tuple(step))), Assign("=", again.expr, Literal("bool", True))]
        self.emit(While(forever, Block((*first, *before, *ending, *body))))

    def switch(self, selector: Expression, clauses: list[Clause]) -> None:
        self.emit(Switch(selector, tuple(clauses)))


def _continues(node: Node) -> bool:
    """Whether a statement goes on with the loop around it."""
    if isinstance(node, Continue):
        return True
    if isinstance(node, _LOOPS):
        return False
    return any(map(_continues, children(node)))
