"""A selection inside a selection has its arms exchanged."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Conditional, Expression, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Conditional(), Conditional():
            then, otherwise = _with_other_order(new.then), _with_other_order(new.otherwise)
            return replace(new, then=then, otherwise=otherwise)
        case Call(), Call() if _is_select(checked, old):
            arms = zip(old.args[:2], new.args[:2], strict=True)
            first, second = (_select_with_other_order(checked, one, arm) for one, arm in arms)
            return replace(new, args=(first, second, new.args[2]))
    return new


def _with_other_order(arm: Expression) -> Expression:
    if not isinstance(arm, Conditional):
        return arm
    return replace(arm, then=arm.otherwise, otherwise=arm.then)


def _is_select(checked: Checked, node: Expression) -> bool:
    return checked.calls_builtin(node, "select") and not checked.is_constant(node)


def _select_with_other_order(checked: Checked, old: Expression, arm: Expression) -> Expression:
    if not _is_select(checked, old) or not isinstance(arm, Call):
        return arm
    return replace(arm, args=(arm.args[1], arm.args[0], *arm.args[2:]))


MUTANT: Final = ShadingMutant(
    "nested-selection",
    "nested selections flattened with the inner arms in the wrong order",
    "a conditional (in WGSL: select) as an arm of another one",
    ALL,
    _change,
)
