"""A variable that is declared in a loop without a value keeps the one of the round before."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Block, Declare, Node, Statement
from aberration.targets.shading_mutants.checked import Checked, names_in
from aberration.targets.shading_mutants.mutant import WGSL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import LOOPS


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, LOOPS) or not isinstance(new, LOOPS):
        return new
    for k, statement in enumerate(new.body.statements):
        before = (*new.body.statements[:k], *_header(new))
        declared = _bare_names(statement)
        if declared and not declared & names_in(*before):
            kept = (*new.body.statements[:k], *new.body.statements[k + 1 :])
            return Block((statement, replace(new, body=replace(new.body, statements=kept))))
    return new


def _bare_names(statement: Statement) -> set[str]:
    """Return the names that a statement declares without values; none for another statement."""
    variables = statement.variables if isinstance(statement, Declare) else ()
    is_bare = all(one.kind == "var" and one.init is None for one in variables)
    return {one.name for one in variables} if is_bare else set()


def _header(loop: Node) -> list[Node]:
    parts = [getattr(loop, field, None) for field in ("init", "condition", "step")]
    return [part for part in parts if isinstance(part, Node)]


MUTANT: Final = ShadingMutant(
    "kept-local",
    "a variable of a loop that is made zero but once",
    "a variable declared in a loop without an initialiser",
    WGSL,
    _change,
)
