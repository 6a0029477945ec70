"""Calls: of built-in functions, of the program's functions, and of constructors."""

from __future__ import annotations

from typing import Final

from ...builtins.signature import Overload
from ...source import quoted
from ...tree import ArrayOf, Call, Expression, Field, Index, Name, Node, TypeName, TypeSyntax
from ...types import (
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    is_opaque,
    parts,
)
from ..conversions import best, converts, fitting
from ..symbols import FunctionSet, FunctionSymbol, TypeSymbol, VariableSymbol
from .places import PlacesPart

_OFFSETS: Final = frozenset(
    (
        "textureOffset",
        "textureLodOffset",
        "textureGradOffset",
        "textureProjOffset",
        "textureProjLodOffset",
        "textureProjGradOffset",
        "texelFetchOffset",
    )
)
"""Functions whose offset is a constant expression."""
_ATOMICS: Final = ("buffer", "shared")


class CallsPart(PlacesPart):
    """Calls."""

    def call(self, node: Call) -> Type:
        callee = node.callee
        if not isinstance(callee, Name):
            return self._call_of(node, callee)
        if callee.name in self.rules.type_words:
            return self._construct(node, self.named(callee, callee.name))
        symbol = self.scopes.find(callee.name)
        if isinstance(symbol, TypeSymbol):
            return self._construct(node, symbol.type)
        if isinstance(symbol, VariableSymbol):
            self.fail(node, "a function or type to call", f"the variable {quoted(callee.name)}")
        return self._function(node, callee.name, symbol)

    def _call_of(self, node: Call, callee: Expression | TypeSyntax) -> Type:
        """Check a call of what is no name alone."""
        if isinstance(callee, Field):
            return self._length(node, callee)
        if not isinstance(callee, ArrayOf | TypeName):
            self.fail(node, "a function or type to call", "an expression")
        return self._construct(node, self.type_of(callee))

    def _length(self, node: Call, callee: Field) -> Type:
        type = self.target(callee.base)
        if callee.name != "length" or node.args:
            self.fail(node, "`.length()`", quoted(callee.name))
        if isinstance(type, Array):
            return INT
        if isinstance(type, Vector | Matrix) and self.features.scalar_swizzles:
            return INT
        self.fail(callee, "an array before `.length()`", self.a(type))
        return None

    # ---- functions

    def _function(self, node: Call, name: str, symbol: FunctionSet | None) -> Type:
        given = tuple([self.expression(argument) for argument in node.args])
        chosen = self._choose(node, name, symbol, given)
        self.typing.callees[id(node)] = chosen
        self._check_arguments(node, chosen, given)
        return chosen.result

    def _choose(
        self, node: Call, name: str, symbol: FunctionSet | None, given: tuple[Type, ...]
    ) -> FunctionSymbol | Overload:
        exact = symbol.exact(given) if symbol is not None else None
        found = exact or self.builtins.exact(name, given)
        if found is not None:
            return found
        if symbol is None and not self.builtins.has(name):
            self.fail(node, "a function", f"{quoted(name)}, which is not declared here")
        candidates: list[FunctionSymbol | Overload] = [
            *(symbol.functions if symbol is not None else ()),
            *self.builtins.overloads(name),
        ]
        fit = fitting(candidates, given, self.conversions)
        chosen = fit[0] if len(fit) == 1 else best(fit, given)
        if chosen is not None:
            return chosen
        types = ", ".join(type.glsl for type in given)
        if fit:
            self.refuse(node, f"several functions fit {name}({types}) equally well")
        self.refuse(node, f"no function fits {name}({types})", self._offered(candidates))
        return None

    def _offered(self, candidates: list[FunctionSymbol | Overload]) -> str:
        shown = [
            f"{one.name}({', '.join(type.glsl for type in one.types)})" for one in candidates[:4]
        ]
        more = " and others" if len(candidates) > len(shown) else ""
        return f"There is {'; '.join(shown)}{more}."

    def _check_arguments(
        self, node: Call, chosen: FunctionSymbol | Overload, given: tuple[Type, ...]
    ) -> None:
        for argument, direction in zip(node.args, chosen.directions, strict=True):
            if direction in ("out", "inout"):
                self.check_place(argument)
        if isinstance(chosen, FunctionSymbol):
            if self.function is not None:
                self.typing.calls.setdefault(self.function.signature, {}).setdefault(
                    chosen.signature, node
                )
            return
        if chosen.name in _OFFSETS:
            self._check_offset(node, chosen)
        if chosen.builtin.theme == "atomic" and chosen.directions[:1] == ("inout",):
            self._check_atomic(node.args[0])
        if chosen.name.startswith("interpolateAt"):
            self._check_interpolant(node.args[0])

    def _check_offset(self, node: Call, chosen: Overload) -> None:
        for argument, type in zip(node.args[2:], chosen.types[2:], strict=True):
            element = element_of(type)
            is_level = chosen.name == "texelFetchOffset" and argument is node.args[2]
            if (
                element is INT
                and (not is_level or len(node.args) == 3)
                and self.constant(argument) is None
            ):
                self.refuse(
                    argument,
                    "expected a constant expression as the offset, came one that is not constant",
                )

    def _root(self, node: Expression) -> VariableSymbol | None:
        while not isinstance(node, Name):
            if not isinstance(node, Field | Index):
                return None
            node = node.base
        return self.typing.symbols.get(id(node))

    def lies_in_buffer(self, node: Expression) -> bool:
        """Whether a place is in a storage block, whose last array may have any size."""
        symbol = self._root(node)
        return symbol is not None and symbol.role == "buffer"

    def _check_atomic(self, node: Expression) -> None:
        symbol = self._root(node)
        if symbol is None or symbol.role not in _ATOMICS:
            self.fail(node, "a place in a storage block or a shared variable", "another one")

    def _check_interpolant(self, node: Expression) -> None:
        symbol = self._root(node)
        if symbol is None or symbol.role != "in":
            self.fail(node, "an input of the shader", "another expression")

    # ---- constructors

    def _construct(self, node: Call, type: Type) -> Type:
        given = [self.expression(argument) for argument in node.args]
        if type.scalar is not None:
            self._construct_numbers(node, type, given)
        elif isinstance(type, Array):
            type = self._construct_array(node, type, given)
        elif isinstance(type, Struct):
            self._construct_struct(node, type, given)
        else:
            self.fail(node, "a type that has constructors", self.a(type))
        self.typing.callees[id(node)] = type
        return type

    def _construct_array(self, node: Node, type: Array, given: list[Type]) -> Array:
        if not self.features.arrays_are_values or is_opaque(type):
            self.fail(node, "a type that has constructors", self.a(type))
        if not given or (type.size is not None and type.size != len(given)):
            self.fail(node, f"{type.size or 'some'} elements for {self.a(type)}", str(len(given)))
        element = type.element
        if isinstance(element, Array) and element.size is None:
            first = given[0]
            element = (
                first if isinstance(first, Array) and first.element is element.element else element
            )
        for came in given:
            if not converts(came, element, self.conversions):
                self.fail(node, f"elements of type {self.a(element)}", self.a(came))
        return element.array(len(given))

    def _construct_struct(self, node: Node, type: Struct, given: list[Type]) -> None:
        if len(given) != len(type.members):
            self.fail(node, f"{len(type.members)} members for {self.a(type)}", str(len(given)))
        if is_opaque(type):
            self.fail(
                node, "a type that has constructors", f"{self.a(type)}, which holds an opaque type"
            )
        for came, member in zip(given, type.members, strict=True):
            if not converts(came, member.type, self.conversions):
                self.fail(
                    node,
                    f"{self.a(member.type)} for the member {quoted(member.name)}",
                    self.a(came),
                )

    def _construct_numbers(self, node: Node, type: Type, given: list[Type]) -> None:
        """Check a constructor of a scalar, vector or matrix."""
        if not given:
            self.fail(node, f"arguments for {self.a(type)}", "none")
        for came in given:
            if came.scalar is None:
                self.fail(node, f"numbers, vectors or matrices for {self.a(type)}", self.a(came))
        if isinstance(type, Scalar):
            if len(given) != 1:
                self.fail(node, f"one argument for {self.a(type)}", str(len(given)))
            return
        if len(given) == 1 and isinstance(given[0], Scalar):
            return
        if isinstance(type, Matrix) and any(isinstance(came, Matrix) for came in given):
            self._construct_from_matrix(node, type, given)
            return
        self._count(node, type, given)

    def _construct_from_matrix(self, node: Node, type: Matrix, given: list[Type]) -> None:
        if len(given) != 1:
            self.fail(
                node,
                f"one matrix, or scalars and vectors, for {self.a(type)}",
                "a matrix among others",
            )
        if not self.features.matrices_of_matrices:
            self.fail(node, f"scalars and vectors for {self.a(type)}", "a matrix")

    def _count(self, node: Node, type: Type, given: list[Type]) -> None:
        """The last argument may give more than is needed, and no argument may come after all is
        given.
        """
        needed, counted = parts(type), 0
        for came in given:
            if counted >= needed:
                self.fail(
                    node,
                    f"{needed} components for {self.a(type)}",
                    "more arguments than these take",
                )
            counted += parts(came)
        if counted < needed:
            self.fail(node, f"{needed} components for {self.a(type)}", str(counted))
        if isinstance(type, Matrix) and counted > needed:
            self.fail(node, f"{needed} components for {self.a(type)}", str(counted))

    # ---- parts of values

    def check_integer(self, node: Expression, what: str) -> None:
        type = self.expression(node)
        if type is not INT and type is not UINT:
            self.fail(node, f"an integer as {what}", self.a(type))
