"""What is asked about a statement over and over: which variables it names and declares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from aberration.languages.shading.tree import (
    AddressOf,
    Block,
    Declare,
    For,
    InitList,
    Name,
    Node,
    PrecisionLevel,
    Variable,
)
from aberration.languages.shading.tree.walk import walk


class Declared(msgspec.Struct, frozen=True, eq=False):
    """A variable whose declaration can become an assignment, and whether that is a statement of the
    wrapper itself, and not inside one.
    """

    name: str
    precision: PrecisionLevel
    is_outer: bool


class Known(msgspec.Struct, frozen=True, eq=False):
    """What is known of a statement: the names of variables that are declared or used in it, and of
    functions that it calls; its declarations that can become assignments; and the variables that it
    may keep a pointer of (WGSL).
    """

    names: frozenset[str]
    declared: tuple[Declared, ...]
    pointed_at: frozenset[str]

    def after(self, gone: str, names: frozenset[str]) -> Known:
        """Return the same once a variable is gone, and other names are used in its place."""
        declared, pointed_at = self.declared, self.pointed_at
        if any(one.name == gone for one in declared):
            declared = tuple(one for one in declared if one.name != gone)
        if gone in pointed_at:
            pointed_at = pointed_at - {gone} | names
        return Known(self.names - {gone} | names, declared, pointed_at)

    def with_names(self, names: Mapping[str, str]) -> Known:
        """Return the same with other names of variables."""

        def of(given: frozenset[str]) -> frozenset[str]:
            return frozenset(names.get(one, one) for one in given)

        declared = tuple(
            msgspec.structs.replace(one, name=names.get(one.name, one.name))
            for one in self.declared
        )
        return Known(of(self.names), declared, of(self.pointed_at))


def known_of(node: Node) -> Known:
    """Look through a statement or declaration."""
    names: set[str] = set()
    declared = list(_single(node, is_outer=True)) if isinstance(node, Declare) else []
    points = False
    for below in walk(node):
        if isinstance(below, Name | Variable):
            names.add(below.name)
        elif isinstance(below, Block):
            for one in below.statements:
                if isinstance(one, Declare):
                    declared += _single(one)
        elif isinstance(below, For):
            declared += _start(below)
        elif isinstance(below, AddressOf):
            points = True
    pointed_at = _pointed_at(node) if points else frozenset[str]()
    return Known(frozenset(names), tuple(declared), pointed_at)


def _pointed_at(node: Node) -> frozenset[str]:
    """Return the variables whose address is in the first value of another one."""
    kept = (one.init for one in walk(node) if isinstance(one, Variable))
    pointers = (one for init in kept if init is not None for one in walk(init))
    return frozenset(
        below.name
        for one in pointers
        if isinstance(one, AddressOf)
        for below in walk(one)
        if isinstance(below, Name)
    )


def _start(node: For) -> Iterator[Declared]:
    """Give the variable of a loop; without a first value there would be nothing to assign."""
    if isinstance(node.init, Declare) and node.init.variables[0].init is not None:
        yield from _single(node.init)


def _single(node: Declare, *, is_outer: bool = False) -> Iterator[Declared]:
    """Give the variable of a declaration that declares one, and can become an assignment."""
    variable = node.variables[0]
    if len(node.variables) == 1 and _can_be_assigned(variable):
        yield Declared(variable.name, variable.precision, is_outer)


def _can_be_assigned(variable: Variable) -> bool:
    return (
        variable.kind == "var"
        and not variable.qualifiers
        and not variable.attributes
        and not isinstance(variable.init, InitList)
    )
