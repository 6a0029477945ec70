"""A parameter that the function changes is the caller's variable, and not a copy."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import FunctionSymbol
from aberration.languages.shading.tree import Call, Function, Name, Node
from aberration.languages.shading.tree.walk import find
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Function) or not isinstance(new, Function) or old.body is None:
        return new
    written = checked.written_by(old.body)
    for k, param in enumerate(old.params):
        symbol = checked.typing.declared.get(id(param))
        is_value = param.direction == "in" and not param.qualifiers
        if is_value and symbol in written and _is_given_variables(checked, old, k):
            changed = replace(new.params[k], direction="inout")
            return replace(new, params=(*new.params[:k], changed, *new.params[k + 1 :]))
    return new


def _is_given_variables(checked: Checked, function: Function, k: int) -> bool:
    """Say whether each call gives a variable of its own for the k-th parameter."""
    named = [one for one in checked.module.decls if isinstance(one, Function)]
    if sum(one.name == function.name for one in named) != 1:
        return False
    calls = [
        call
        for call in find(checked.module, Call)
        if isinstance(call.callee, Name) and call.callee.name == function.name
    ]
    return bool(calls) and all(_is_variable(checked, call, k) for call in calls)


def _is_variable(checked: Checked, call: Call, k: int) -> bool:
    callee, symbol = checked.callee(call), checked.symbol(call.args[k])
    if not isinstance(callee, FunctionSymbol) or symbol is None:
        return False
    return symbol.writable and symbol.role == "var" and symbol.type is callee.types[k]


MUTANT: Final = ShadingMutant(
    "by-reference",
    "an inliner that does not copy arguments",
    "a function that assigns to its parameter, called with variables",
    FAMILY,
    _change,
)
