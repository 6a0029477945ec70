"""Which variables a program point sees, and which of them hold a value whenever control comes
there.

A *chain* is a linked list of what a function declares and assigns on the way to a program point,
the nearest first. It is shared by all program points, and a `Scope` is made of it only when it is
asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from aberration.languages.c.shapes import Leaf, Shape, leaves
from aberration.languages.c.source import (
    Addressed,
    ArrayName,
    FloatPlace,
    Place,
    Pointer,
    Scope,
    Storage,
)


class Initialisation(NamedTuple):
    """What the program does never: copy structs, or memory, that were only partly set."""

    records: bool
    arrays: bool


class Items(NamedTuple):
    """What one variable brings to a scope."""

    places: tuple[Place, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    addressed: tuple[Addressed, ...] = ()
    writable: tuple[Place, ...] = ()
    arrays: tuple[ArrayName, ...] = ()
    floats: tuple[FloatPlace, ...] = ()


class Variable:
    """A declared name. One without a shape only hides others of its name.

    `declaration` is libclang's handle; `extent` is that of the block that it lives in;
    `initialised` says that its declaration gives it a value. `trust` and `may_dangle` are set once
    the whole program is known.
    """

    def __init__(
        self,
        name: str,
        shape: Shape | None,
        storage: Storage,
        identity: str,
        *,
        initialised: bool = True,
        addressable: bool = True,
        declaration: int = 0,
        extent: tuple[int, int] = (0, 0),
    ) -> None:
        self.name, self.shape, self.storage, self.identity = name, shape, storage, identity
        self.initialised, self.addressable = initialised, addressable
        self.declaration, self.extent = declaration, extent
        self.initialisation = Initialisation(records=False, arrays=False)
        self.may_dangle = True

    @cached_property
    def items(self) -> Items:
        """What it brings, if it has a value."""
        if self.shape is None:
            return Items()
        found = list(leaves(self.name, self.shape))
        places = {leaf.text: self._place(leaf) for leaf in found if leaf.shape.kind == "integer"}
        writable = tuple(place for place in places.values() if place.writable)
        return Items(
            tuple(
                places[leaf.text] for leaf in found if leaf.text in places and self._is_set(leaf)
            ),
            tuple(
                self._pointer(leaf)
                for leaf in found
                if leaf.shape.kind == "pointer" and self._is_set(leaf)
            ),
            tuple(
                Addressed(leaf.text, leaf.shape.declared, self.identity, places.get(leaf.text))
                for leaf in found
                if self.addressable and not (leaf.const or leaf.bits) and leaf.shape.declared
            ),
            writable,
            self._array(self.shape),
            tuple(
                FloatPlace(leaf.text, "float" if leaf.shape.declared == "float" else "double")
                for leaf in found
                if leaf.shape.kind == "float" and not leaf.const
            ),
        )

    @cached_property
    def unset_items(self) -> Items:
        """What it brings, if it may have no value."""
        items = self.items
        return items._replace(places=(), pointers=())

    def _is_set(self, leaf: Leaf) -> bool:
        return (self.initialisation.records or not leaf.in_record) and (
            self.initialisation.arrays or not leaf.in_array
        )

    def _place(self, leaf: Leaf) -> Place:
        addressable = self.addressable and not leaf.bits
        declared, integer = leaf.shape.declared, leaf.shape.integer
        return Place(
            leaf.text,
            integer,
            declared,
            self.storage,
            self.identity,
            not leaf.const,
            addressable,
            leaf.bits,
        )

    def _pointer(self, leaf: Leaf) -> Pointer:
        shape = leaf.shape
        return Pointer(
            leaf.text,
            shape.declared,
            shape.pointee,
            self.storage,
            self.identity,
            not leaf.const,
            self.may_dangle,
        )

    def _array(self, shape: Shape) -> tuple[ArrayName, ...]:
        element = shape.element
        if element is None or element.kind != "integer":
            return ()
        if shape.const or shape.volatile or element.const or element.volatile:
            return ()
        return (ArrayName(self.name, element.integer, shape.length),)


class Link(NamedTuple):
    """One step of a chain: a declaration, or an assignment to `name` if it has no variable.

    It takes effect at offset `start` and holds in the block that ends at `end`.
    """

    parent: Link | None
    name: str
    variable: Variable | None
    start: int
    end: int

    def is_bypassed(self, jumps: tuple[tuple[int, int], ...]) -> bool:
        """Return whether a jump from elsewhere leads past it into its block."""
        return any(
            self.start <= target < self.end and not self.start <= source < self.end
            for source, target in jumps
        )


class NamesInScope(NamedTuple):
    """What one function sees: its chain's jumps, and the globals declared before it, the
    nearest first.
    """

    jumps: tuple[tuple[int, int], ...]
    globals: Globals


class Globals:
    """The globals in force before some function."""

    def __init__(self, variables: tuple[Variable, ...]) -> None:
        self.variables = variables
        self.names = frozenset(variable.name for variable in variables)

    @cached_property
    def items(self) -> Items:
        """What they all bring."""
        return merge(variable.items for variable in self.variables)

    def without(self, names: set[str]) -> Items:
        """Return what those bring that no local hides."""
        if self.names.isdisjoint(names):
            return self.items
        return merge(variable.items for variable in self.variables if variable.name not in names)


def merge(parts: Iterator[Items]) -> Items:
    """Return the parts as one, in their order."""
    places, pointers, addressed = list[Place](), list[Pointer](), list[Addressed]()
    writable, arrays, floats = list[Place](), list[ArrayName](), list[FloatPlace]()
    for part in parts:
        places += part.places
        pointers += part.pointers
        addressed += part.addressed
        writable += part.writable
        arrays += part.arrays
        floats += part.floats
    return Items(
        tuple(places),
        tuple(pointers),
        tuple(addressed),
        tuple(writable),
        tuple(arrays),
        tuple(floats),
    )


class Scopes(Sequence[Scope]):
    """The scope of each program point by its ordinal, made when it is first asked for."""

    def __init__(self, program_points: list[tuple[Link | None, NamesInScope]]) -> None:
        self._program_points = program_points
        self._made: dict[int, Scope] = {}

    def __len__(self) -> int:
        return len(self._program_points)

    @overload
    def __getitem__(self, index: int) -> Scope: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Scope]: ...

    def __getitem__(self, index: int | slice) -> Scope | Sequence[Scope]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        chain, seen = self._program_points[index]
        # Without a chain, all program points of a function share one scope.
        key = id(chain) if chain is not None else -id(seen)
        scope = self._made.get(key)
        if scope is None:
            names: set[str] = set()
            found = merge(iter([*_locals(chain, seen, names), seen.globals.without(names)]))
            scope = Scope(*found)
            self._made[key] = scope
        return scope


def _locals(chain: Link | None, seen: NamesInScope, names: set[str]) -> list[Items]:
    """Return what the locals bring, the nearest first, and put their names into `names`."""
    found: list[Items] = []
    assigned: set[str] = set()
    link = chain
    while link is not None:
        variable = link.variable
        if variable is None:
            if not link.is_bypassed(seen.jumps):
                assigned.add(link.name)
        elif link.name not in names:
            names.add(link.name)
            found.append(_items(link, variable, link.name in assigned, seen))
        link = link.parent
    return found


def _items(link: Link, variable: Variable, is_assigned: bool, seen: NamesInScope) -> Items:
    if variable.storage in ("static", "parameter") or is_assigned:
        return variable.items
    if variable.initialised and not link.is_bypassed(seen.jumps):
        return variable.items
    return variable.unset_items
