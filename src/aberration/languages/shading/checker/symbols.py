"""What names stand for, and the scopes that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from ..tree import Function, Node
from ..types import Type

Role = Literal[
    "var", "const", "let", "override", "param", "in", "out", "uniform", "buffer", "shared"
]
WRITABLE: Final = frozenset(("var", "param", "out", "buffer", "shared"))


class UnknownValue:
    """A constant whose value the implementation chooses, or that is not computed here."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = UnknownValue()
Constant = Any
"""A scalar as bool, int or float, a tuple of components, of columns, of elements or of members;
or `UNKNOWN`.
"""


class VariableSymbol:
    """A variable, constant or parameter. `constant` is its value where it is a constant
    expression, else None.
    """

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
    """A function of the program: `directions` of its parameters are `in`, `out`, `inout` or
    `const_in`.
    """

    __slots__ = ("defined", "directions", "name", "node", "result", "types")

    @property
    def signature(self) -> str:
        """The name with the types of the parameters, which is what overloads differ in."""
        return f"{self.name}({', '.join(type.glsl for type in self.types)})"

    def __init__(
        self,
        name: str,
        types: tuple[Type, ...],
        directions: tuple[str, ...],
        result: Type,
        node: Function,
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
Aside = tuple[dict[str, Symbol], list[dict[str, Symbol | None]]]


class NestedScopes:
    """Nested scopes: the language's, the module's, and the local ones.

    What names stand for in all local scopes together is in one dict, so that a name is found in one
    step however deep it is used. Each scope keeps what its names stood for outside of it, to bring
    that back at its end.
    """

    __slots__ = ("_hidden", "_locals", "language", "module")

    def __init__(
        self,
        language: Mapping[str, Symbol] | None = None,
        module: dict[str, Symbol] | None = None,
    ) -> None:
        self.language: Mapping[str, Symbol] = {} if language is None else language
        self.module: dict[str, Symbol] = {} if module is None else module
        self._locals: dict[str, Symbol] = {}
        self._hidden: list[dict[str, Symbol | None]] = []

    @property
    def at_module(self) -> bool:
        return not self._hidden

    def enter(self) -> None:
        self._hidden.append({})

    def leave(self) -> None:
        for name, symbol in self._hidden.pop().items():
            if symbol is None:
                del self._locals[name]
            else:
                self._locals[name] = symbol

    def find(self, name: str) -> Symbol | None:
        return self._locals.get(name) or self.module.get(name) or self.language.get(name)

    def here(self, name: str) -> Symbol | None:
        if not self._hidden:
            return self.module.get(name)
        return self._locals[name] if name in self._hidden[-1] else None

    def add(self, name: str, symbol: Symbol) -> None:
        if not self._hidden:
            self.module[name] = symbol
            return
        hidden = self._hidden[-1]
        if name not in hidden:
            hidden[name] = self._locals.get(name)
        self._locals[name] = symbol

    def set_aside(self) -> Aside:
        """Leave all local scopes for a while; return them, for `bring_back`."""
        aside = self._locals, self._hidden
        self._locals, self._hidden = {}, []
        return aside

    def bring_back(self, aside: Aside) -> None:
        self._locals, self._hidden = aside
