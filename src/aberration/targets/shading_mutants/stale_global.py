"""What a global variable held before a call is used behind it, although the call writes to it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import FunctionSymbol
from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    Block,
    Declare,
    Expression,
    If,
    Name,
    Node,
    Statement,
    TypeSyntax,
    Variable,
)
from aberration.languages.shading.tree.walk import find, with_children
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import call_in, local


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    for k in range(1, len(old.statements) - 1):
        found = _kept(checked, old, k)
        if found is not None and old.statements[k + 1] is new.statements[k + 1]:
            return _with_copy(checked, new, k, found)
    return new


def _kept(checked: Checked, block: Block, k: int) -> Name | None:
    """Return the global variable that the k-th statement writes by its call, and that is named
    before and read right behind it.
    """
    call, value = call_in(block.statements[k]), _value(block.statements[k + 1])
    if call is None or value is None or not isinstance(checked.callee(call), FunctionSymbol):
        return None
    written = {place.symbol for place in checked.access.effects(call).writes if place.inner}
    before = {checked.symbol(name) for one in block.statements[:k] for name in find(one, Name)}
    for name in find(value, Name):
        symbol, type = checked.symbol(name), checked.type_of(name)
        if symbol in written & before and type is not None and type.scalar is not None:
            return name
    return None


def _value(statement: Statement) -> Expression | None:
    """Return the expression that a statement begins with."""
    match statement:
        case Assign(value=value):
            return value
        case Declare(variables=(one,)) if one.kind != "const":
            return one.init
        case If(condition=condition):
            return condition
    return None


def _with_copy(checked: Checked, block: Block, k: int, name: Name) -> Block:
    held = Name(checked.fresh_name("held"))
    copy = local(checked, held.name, checked.type_of(name), name)
    if copy is None:
        return block
    reader = block.statements[k + 1]
    value = _value(reader)
    used = with_children(reader, lambda one: _with_name(one, name, held, inside=one is value))
    after = (*block.statements[:k], copy, block.statements[k], used, *block.statements[k + 2 :])
    return replace(block, statements=after)


def _with_name(node: Node, name: Name, other: Name, *, inside: bool) -> Node:
    """Return a part of a statement that reads another variable, in its value only."""
    if inside and node == name:
        return other
    inside = inside or isinstance(node, Variable)
    if not inside or isinstance(node, AddressOf | TypeSyntax):
        return node
    return with_children(node, lambda one: _with_name(one, name, other, inside=True))


MUTANT: Final = ShadingMutant(
    "stale-global",
    "a load kept across a call",
    "a global variable read before and after a call that writes to it",
    ALL,
    _change,
)
