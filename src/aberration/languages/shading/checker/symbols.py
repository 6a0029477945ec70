"""What names stand for, and the scopes that hold them."""

from __future__ import annotations

from typing import Any, Final, Literal

from ..tree import Function, Node
from ..types import Type

Role = Literal["var", "const", "let", "override", "param", "in", "out", "uniform", "buffer", "shared"]
WRITABLE: Final = frozenset(("var", "param", "out", "buffer", "shared"))


class UnknownValue:
    """A constant whose value the implementation chooses, or that is not computed here."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = UnknownValue()
Constant = Any
"""A scalar as bool, int or float, a tuple of components, of columns, of elements or of members; or `UNKNOWN`."""


class VariableSymbol:
    """A variable, constant or parameter. `constant` is its value where it is a constant expression, else None."""

    __slots__ = ("constant", "name", "node", "qualifiers", "role", "type", "writable")

    def __init__(
        self,
        name: str,
        type: Type,
        role: Role,
        node: Node | None = None,
        *,
        writable: bool | None = None,
        constant: Constant | None = None,
        qualifiers: tuple[str, ...] = (),
    ) -> None:
        self.name: Final = name
        self.type = type
        self.role: Final = role
        self.node: Final = node
        self.writable: Final = role in WRITABLE if writable is None else writable
        self.constant = constant
        self.qualifiers: Final = qualifiers


class FunctionSymbol:
    """A function of the program: `directions` of its parameters are `in`, `out`, `inout` or `const_in`."""

    __slots__ = ("defined", "directions", "name", "node", "result", "types")

    @property
    def signature(self) -> str:
        """The name with the types of the parameters, which tells overloads apart."""
        return f"{self.name}({', '.join(type.glsl for type in self.types)})"

    def __init__(
        self, name: str, types: tuple[Type, ...], directions: tuple[str, ...], result: Type, node: Function
    ) -> None:
        self.name: Final = name
        self.types: Final = types
        self.directions: Final = directions
        self.result: Final = result
        self.node: Final = node
        self.defined = node.body is not None


class TypeSymbol:
    """A structure or an alias."""

    __slots__ = ("type",)

    def __init__(self, type: Type) -> None:
        self.type: Final = type


class FunctionSet:
    """All functions of one name."""

    __slots__ = ("functions",)

    def __init__(self) -> None:
        self.functions: Final[list[FunctionSymbol]] = []

    def exact(self, types: tuple[Type, ...]) -> FunctionSymbol | None:
        for function in self.functions:
            if function.types == types:
                return function
        return None


Symbol = VariableSymbol | FunctionSet | TypeSymbol


class Scopes:
    """Nested scopes, the innermost last; the first is the module's."""

    __slots__ = ("levels",)

    def __init__(self) -> None:
        self.levels: Final[list[dict[str, Symbol]]] = [{}]

    @property
    def at_module(self) -> bool:
        return len(self.levels) == 1

    def enter(self) -> None:
        self.levels.append({})

    def leave(self) -> None:
        self.levels.pop()

    def find(self, name: str) -> Symbol | None:
        for level in reversed(self.levels):
            found = level.get(name)
            if found is not None:
                return found
        return None

    def here(self, name: str) -> Symbol | None:
        return self.levels[-1].get(name)

    def add(self, name: str, symbol: Symbol) -> None:
        self.levels[-1][name] = symbol
