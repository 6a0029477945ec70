"""What expressions read and write, as places: a variable and the path from it to a part."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..tree import (
    AddressOf,
    AssignExpr,
    Call,
    Deref,
    Expression,
    Field,
    IncrementExpr,
    Index,
    Literal,
    Name,
    Node,
)
from ..tree.walk import children
from ..types import Pointer, Reference, Struct

Step = str | int | frozenset[int] | Node
"""A member by name, an element by number, components by number, or the node of an index known
only at run time.
"""


_PLACES: Final = (Name, Index, Field)
_POINTED: Final = (Deref, AddressOf)


class VariablePart:
    """A part of a variable. `inner`: what a called function does with it."""

    __slots__ = ("inner", "path", "symbol")

    def __init__(
        self, symbol: VariableSymbol, path: tuple[Step, ...] = (), *, inner: bool = False
    ) -> None:
        self.symbol: Final = symbol
        self.path: Final = path
        self.inner: Final = inner

    def surely_meets(self, other: VariablePart) -> bool:
        """Whether both are sure to have a scalar in common; an index known at run time only
        meets one that is written the same.
        """
        if self.symbol is not other.symbol:
            return False
        return all(_meet(a, b) for a, b in zip(self.path, other.path, strict=False))


def _meet(one: Step, other: Step) -> bool:
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return bool(one & other)
    return one == other


SWIZZLES: Final = {
    letter: k for letters in ("xyzw", "rgba", "stpq") for k, letter in enumerate(letters)
}


def components(name: str) -> tuple[int, ...]:
    """Return the numbers of the components that a swizzle names."""
    return tuple(SWIZZLES[letter] for letter in name)


@cache
def _swizzle(name: str) -> Step:
    """Return the numbers of the components that a name means; itself where it means none."""
    return frozenset(components(name)) if SWIZZLES.keys() >= set(name) else name


class Effects:
    """What an expression reads and writes."""

    __slots__ = ("reads", "writes")

    def __init__(
        self, reads: tuple[VariablePart, ...] = (), writes: tuple[VariablePart, ...] = ()
    ) -> None:
        self.reads: Final = reads
        self.writes: Final = writes

    def __add__(self, other: Effects) -> Effects:
        return Effects(self.reads + other.reads, self.writes + other.writes)


NOTHING: Final = Effects()


def clash(writes: Iterable[VariablePart], touched: Iterable[VariablePart]) -> VariableSymbol | None:
    """Return a variable of which one side itself writes what the other one itself touches."""
    others = [other for other in touched if not other.inner]
    for place in writes:
        if not place.inner and any(place.surely_meets(other) for other in others):
            return place.symbol
    return None


def inner_clash(writes: Iterable[VariablePart], touched: Iterable[VariablePart]) -> bool:
    """Whether a called function may write what the other side touches, or touch what the other
    side writes.
    """
    others = tuple(touched)
    for place in writes:
        if any((place.inner or other.inner) and place.symbol is other.symbol for other in others):
            return True
    return False


class Access:
    """Effects of the expressions of one program. `globals_of` are those of each function on
    what is not its own.
    """

    def __init__(self, typing: Typing, constants: dict[int, object]) -> None:
        self.typing: Final = typing
        self.constants: Final = constants
        self.globals_of: Final[dict[FunctionSymbol, Effects]] = {}
        self._known: Final[dict[int, Effects]] = {}

    def place_of(self, node: Expression) -> VariablePart | None:
        """Return the place that an expression names; None for a value, or where a pointer leads
        to it.
        """
        path: list[Step] = []
        while not isinstance(node, Name):
            if isinstance(node, Index):
                index = node.index
                known = index.value if isinstance(index, Literal) else self.constants.get(id(index))
                path.append(known if isinstance(known, int) else index)
                node = node.base
            elif isinstance(node, Field):
                path.append(self._field_step(node))
                node = node.base
            elif isinstance(node, _POINTED):
                node = node.operand
            else:
                return None
        symbol = self.typing.symbols.get(id(node))
        return None if symbol is None else VariablePart(symbol, tuple(reversed(path)))

    def _field_step(self, node: Field) -> Step:
        type = self.typing.types.get(id(node.base))
        while isinstance(type, Pointer | Reference):
            type = type.store
        if isinstance(type, Struct):
            return node.name
        return _swizzle(node.name)

    def effects(self, node: Node | None) -> Effects:
        if node is None:
            return NOTHING
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = self._find(node)
        return found

    def _find(self, node: Node) -> Effects:
        if isinstance(node, _PLACES):
            return self.reading(node)
        if isinstance(node, AssignExpr):
            read = self.reading(node.target) if node.op != "=" else self.addressing(node.target)
            return self.effects(node.value) + read + self._writing(node.target)
        if isinstance(node, IncrementExpr):
            return self.reading(node.target) + self._writing(node.target)
        if isinstance(node, Call):
            return self._call(node)
        total = NOTHING
        for child in children(node):
            total += self.effects(child)
        return total

    def reading(self, node: Expression) -> Effects:
        """Effects of reading a place or value."""
        place = self.place_of(node)
        found = self.addressing(node)
        return found if place is None else found + Effects((place,))

    def addressing(self, node: Expression) -> Effects:
        """Effects of finding where a place is: those of its indices."""
        if isinstance(node, Index):
            return self.addressing(node.base) + self.effects(node.index)
        if isinstance(node, Field):
            return self.addressing(node.base)
        return NOTHING if isinstance(node, Name) else self.effects(node)

    def _writing(self, node: Expression) -> Effects:
        place = self.place_of(node)
        return NOTHING if place is None else Effects((), (place,))

    def _call(self, node: Call) -> Effects:
        callee = self.typing.callees.get(id(node))
        total = NOTHING
        directions: tuple[str, ...] = ("in",) * len(node.args)
        if isinstance(callee, FunctionSymbol | Overload):
            directions = callee.directions
        for argument, direction in zip(node.args, directions, strict=True):
            total += self._argument(argument, direction)
        if isinstance(callee, FunctionSymbol):
            total += self.globals_of.get(callee, NOTHING)
        elif isinstance(callee, Overload) and callee.builtin.theme == "emission":
            total += self._emission()
        if isinstance(node.callee, Field):
            total += self.effects(node.callee.base)
        return total

    def _emission(self) -> Effects:
        """Effects of emitting a vertex: all outputs are taken, and undefined from then on (GLSL
        4.60, 8.15 "Geometry Shader Functions").
        """
        symbols = dict.fromkeys(self.typing.symbols.values())
        outputs = tuple(VariablePart(one, inner=True) for one in symbols if one.role == "out")
        return Effects(outputs, outputs)

    def _argument(self, node: Expression, direction: str) -> Effects:
        if isinstance(self.typing.types.get(id(node)), Pointer):
            return self.reading(node) + self._writing(node)
        if direction == "in":
            return self.effects(node)
        read = self.reading(node) if direction == "inout" else self.addressing(node)
        return read + self._writing(node)
