"""An argument that is an element with an index known only at run time is not copied back."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import FunctionSymbol
from aberration.languages.shading.tree import AddressOf, Block, Call, Index, Name, Node, Statement
from aberration.languages.shading.types import Pointer
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import call_in, local, with_call


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    statements: list[Statement] = []
    for before, after in zip(old.statements, new.statements, strict=True):
        statements += _with_temporary(checked, before, after)
    same = len(statements) == len(new.statements)
    return new if same else replace(new, statements=tuple(statements))


def _with_temporary(checked: Checked, old: Statement, new: Statement) -> list[Statement]:
    """Return a statement behind the declaration of the temporary, if its call asks for one."""
    before, after = call_in(old), call_in(new)
    if before is None or after is None:
        return [new]
    for k, argument in enumerate(before.args):
        place = _written_element(checked, before, k)
        if place is None or argument is not after.args[k]:
            continue
        is_read = checked.is_wgsl or checked.directions(before)[k] == "inout"
        name = checked.fresh_name("copied")
        copy = local(checked, name, checked.type_of(place), place if is_read else None)
        if copy is None:
            continue
        given = AddressOf(Name(name)) if checked.is_wgsl else Name(name)
        args = (*after.args[:k], given, *after.args[k + 1 :])
        return [copy, with_call(new, replace(after, args=args))]
    return [new]


def _written_element(checked: Checked, call: Call, k: int) -> Index | None:
    """Return the element that the k-th argument lets the function write to."""
    argument = call.args[k]
    if checked.is_wgsl:
        type = checked.type_of(argument)
        is_local = isinstance(type, Pointer) and type.space == "function"
        argument = argument.operand if isinstance(argument, AddressOf) and is_local else call
    elif (*checked.directions(call), *("in",) * len(call.args))[k] not in ("out", "inout"):
        return None
    if not isinstance(argument, Index) or not isinstance(checked.callee(call), FunctionSymbol):
        return None
    is_plain = checked.is_dynamic(argument) and checked.is_pure(argument.index)
    return argument if is_plain else None


MUTANT: Final = ShadingMutant(
    "lost-copy-back",
    "a temporary for an argument that is written, and lost",
    "an element a[i] passed to be written",
    ALL,
    _change,
)
