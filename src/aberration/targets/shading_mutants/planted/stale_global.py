"""What a global variable held before a call is used behind it, although the call writes to it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    Block,
    Call,
    CallStatement,
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
from aberration.targets.shading_mutants.rewriting import local


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    for k in range(1, len(old.statements) - 1):
        before = _variables_named(checked, old.statements[:k])
        written = before & _written_by_call(checked, old.statements[k])
        for later in range(k + 1, len(old.statements)) if written else ():
            found = _read(checked, old.statements[later], written)
            if found is not None and old.statements[later] is new.statements[later]:
                return _with_copy(checked, new, (k, later), found)
    return new


def _written_by_call(checked: Checked, statement: Statement) -> set[VariableSymbol]:
    """Return the variables that a plain statement writes to in functions that it calls."""
    calls = find(statement, Call) if isinstance(statement, _PLAIN) else ()
    effects = [checked.access.effects(call) for call in calls]
    return {place.symbol for one in effects for place in one.writes if place.inner}


def _variables_named(checked: Checked, statements: tuple[Statement, ...]) -> set[VariableSymbol]:
    names = [name for one in statements for name in find(one, Name)]
    return {symbol for name in names if (symbol := checked.symbol(name)) is not None}


def _read(checked: Checked, statement: Statement, symbols: set[VariableSymbol]) -> Name | None:
    """Return the name of one of the variables, of a scalar or vector, in a statement's value."""
    value = _value(statement)
    for name in find(value, Name) if value is not None else ():
        type = checked.type_of(name)
        if checked.symbol(name) in symbols and type is not None and type.scalar is not None:
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


def _with_copy(checked: Checked, block: Block, places: tuple[int, int], name: Name) -> Block:
    """Return the block with a copy before the call, which the later statement reads."""
    held = Name(checked.fresh_name("held"))
    copy = local(checked, held.name, checked.type_of(name), name)
    if copy is None:
        return block
    call, later = places
    statements = list(block.statements)
    reader = statements[later]
    value = _value(reader)
    statements[later] = with_children(
        reader, lambda one: _with_name(one, name, held, inside=one is value)
    )
    statements.insert(call, copy)
    return replace(block, statements=tuple(statements))


def _with_name(node: Node, name: Name, other: Name, *, inside: bool) -> Node:
    """Return a part of a statement that reads another variable, in its value only."""
    if inside and node == name:
        return other
    inside = inside or isinstance(node, Variable)
    if not inside or isinstance(node, AddressOf | TypeSyntax):
        return node
    return with_children(node, lambda one: _with_name(one, name, other, inside=True))


_PLAIN: Final = (Assign, CallStatement, Declare)


MUTANT: Final = ShadingMutant(
    "stale-global",
    "a load kept across a call",
    "a global variable read before and after a call that writes to it",
    ALL,
    _change,
)
