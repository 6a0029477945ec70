"""Two nested tests are joined by `and`, and the else of the outer one becomes that of both."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, If, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, If) or not isinstance(new, If) or old.otherwise is None:
        return new
    if len(old.then.statements) != 1 or len(new.then.statements) != 1:
        return new
    inner, changed = old.then.statements[0], new.then.statements[0]
    if not isinstance(inner, If) or inner.otherwise is not None or not isinstance(changed, If):
        return new
    if changed.otherwise is not None or not checked.is_pure(inner.condition):
        return new
    both = Binary("&&", new.condition, changed.condition)
    return replace(new, condition=both, then=changed.then)


MUTANT: Final = ShadingMutant(
    "dangling-else",
    "nested branches flattened without a copy of the else",
    "a branch with else, in which there is nothing but a branch without",
    ALL,
    _change,
)
