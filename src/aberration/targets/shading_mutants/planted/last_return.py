"""A function that returns early for some arguments is inlined as its last return."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Function, If, Node, Return
from aberration.targets.shading_mutants.checked import Checked, literal_text
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Function) or not isinstance(new, Function) or old.body is None:
        return new
    statements = old.body.statements
    if new.body is None or len(statements) != 2:
        return new
    early, last = statements
    if not isinstance(early, If) or not isinstance(last, Return) or early.otherwise is not None:
        return new
    if [type(one) for one in early.then.statements] != [Return] or last.value is None:
        return new
    if not literal_text(last.value) or not checked.is_pure(early.condition):
        return new
    return replace(new, body=replace(new.body, statements=new.body.statements[1:]))


MUTANT: Final = ShadingMutant(
    "last-return",
    "inlining that keeps one return of two",
    "a function that is one early return and a constant",
    ALL,
    _change,
)
