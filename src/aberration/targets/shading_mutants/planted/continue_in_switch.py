"""`continue` inside a switch leaves the switch only."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Break, Clause, Continue, Node, Statement, Switch
from aberration.languages.shading.tree.walk import with_children
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import LOOPS


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Switch):
        return new
    return replace(new, clauses=tuple(map(_without_continue, new.clauses)))


def _without_continue(clause: Clause) -> Clause:
    statements = clause.body.statements
    if statements and isinstance(statements[-1], Continue):
        body = replace(clause.body, statements=statements[:-1])
        clause = replace(clause, body=body, falls_through=False)
    return replace(clause, body=with_children(clause.body, _as_break))


def _as_break(node: Node) -> Node:
    if isinstance(node, Continue):
        return Break()
    is_outer = isinstance(node, Statement) and not isinstance(node, LOOPS)
    return with_children(node, _as_break) if is_outer else node


MUTANT: Final = ShadingMutant(
    "continue-in-switch",
    "a jump that goes to the innermost construct",
    "continue inside a switch inside a loop",
    ALL,
    _change,
)
