"""A statement or declaration of a part, with what is asked about it over and over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import (
    AddressOf,
    Block,
    Declaration,
    Declare,
    For,
    InitList,
    Module,
    Name,
    PrecisionLevel,
    Statement,
    Variable,
)
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write

S = TypeVar("S", bound=Statement)


class Declared(msgspec.Struct, frozen=True, eq=False):
    """A variable whose declaration can become an assignment, and whether that is a statement of the
    wrapper itself, and not inside one.
    """

    name: str
    precision: PrecisionLevel
    is_outer: bool


class Known(msgspec.Struct, frozen=True, eq=False):
    """What is known of a statement: the names of variables that are declared or used in it, and of
    functions that it calls; and its declarations that can become assignments.
    """

    names: frozenset[str]
    declared: tuple[Declared, ...]

    def after(self, gone: str, names: frozenset[str]) -> Known:
        """Return the same once a variable is gone, and other names are used in its place."""
        declared = self.declared
        if any(one.name == gone for one in declared):
            declared = tuple(one for one in declared if one.name != gone)
        return Known(self.names - {gone} | names, declared)


class Placed(Generic[S]):
    """A node of a part: the first part is number 0, the second number 1. What is `known` of it is
    looked for when it is asked for, if it is not given.
    """

    def __init__(self, part: int, node: S, known: Known | None = None) -> None:
        self.part: Final = part
        self.node: Final = node
        self._known: Known | None = known

    @property
    def known(self) -> Known:
        """Return what is known of the node."""
        if self._known is None:
            nodes = walk(self.node)
            names = frozenset(one.name for one in nodes if isinstance(one, Name | Variable))
            self._known = Known(names, tuple(_declared(self.node)))
        return self._known

    @property
    def names(self) -> frozenset[str]:
        """Return the names of variables that are declared or used; of functions called, too."""
        return self.known.names

    @cached_property
    def pointed_at(self) -> frozenset[str]:
        """Return the variables of which it may keep a pointer (WGSL)."""
        kept = (node.init for node in walk(self.node) if isinstance(node, Variable))
        pointers = (node for init in kept if init is not None for node in walk(init))
        return frozenset(
            below.name
            for node in pointers
            if isinstance(node, AddressOf)
            for below in walk(node)
            if isinstance(below, Name)
        )


class PlacedDeclaration(Placed[Declaration]):
    """A declaration, with its text: most fused programs have it unchanged."""

    def text(self, like: Module) -> str:
        """Return the declaration as the language of a module writes it."""
        if not self._texts:
            self._texts.append(text_of((self.node,), like))
        return self._texts[0]

    @cached_property
    def _texts(self) -> list[str]:
        return []


def text_of(decls: tuple[Declaration, ...], like: Module) -> str:
    """Return declarations as the language of a module writes them."""
    empty = replace(like, directives=(), decls=())
    return write(replace(empty, decls=decls)).removeprefix(write(empty))


def _can_be_assigned(variable: Variable) -> bool:
    return (
        variable.kind == "var"
        and not variable.qualifiers
        and not variable.attributes
        and not isinstance(variable.init, InitList)
    )


def _declared(node: Statement) -> Iterator[Declared]:
    """Give the declarations of one variable that stand where an assignment may."""
    if isinstance(node, Declare):
        yield from _single(node, is_outer=True)
    for below in walk(node):
        if isinstance(below, For) and isinstance(below.init, Declare):
            # Without a first value there would be nothing to assign.
            if below.init.variables[0].init is not None:
                yield from _single(below.init)
        elif isinstance(below, Block):
            for one in below.statements:
                if isinstance(one, Declare):
                    yield from _single(one)


def _single(node: Declare, *, is_outer: bool = False) -> Iterator[Declared]:
    if len(node.variables) == 1 and _can_be_assigned(node.variables[0]):
        variable = node.variables[0]
        yield Declared(variable.name, variable.precision, is_outer)
