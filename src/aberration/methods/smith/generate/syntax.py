"""Types, constants and constructors, as one language writes them."""

from __future__ import annotations

from typing import Any, Final

from aberration.languages.shading.tree import (
    ArrayOf,
    Binary,
    Call,
    Expression,
    Literal,
    Name,
    TypeName,
    TypeSyntax,
    Unary,
)
from aberration.languages.shading.types import Array, Matrix, Scalar, Struct, Type, Vector

_LEAST: Final = -(2**31)
_SHORT: Final = {"int": "i", "uint": "u", "float": "f"}


class Syntax:
    """The spelling of one program. `short`: WGSL's vectors and matrices by names such as `vec3i`.
    `aliases` are WGSL's names for types, which are written in their place from then on.
    """

    def __init__(self, *, wgsl: bool, short: bool) -> None:
        self.wgsl: Final = wgsl
        self._short: Final = wgsl and short
        self._types: Final[dict[Type, TypeSyntax]] = {}
        self._callees: Final[dict[Type, Expression | TypeSyntax]] = {}

    def alias(self, type: Type, name: str) -> None:
        """Write a type by this name from now on."""
        self._types[type] = TypeName(name=name)
        self._callees[type] = Name(name=name)

    def type(self, type: Type) -> TypeSyntax:
        found = self._types.get(type)
        if found is None:
            found = self._types[type] = self._wgsl(type) if self.wgsl else self._glsl(type)
        return found

    def _glsl(self, type: Type) -> TypeSyntax:
        if isinstance(type, Array):
            return ArrayOf(element=self.type(type.element), size=_count(type, "int"))
        return TypeName(name=type.glsl)

    def _wgsl(self, type: Type) -> TypeSyntax:
        if isinstance(type, Array):
            return TypeName(
                name="array", args=(self.type(type.element), _count(type, "abstract_int"))
            )
        if isinstance(type, Scalar | Struct):
            return TypeName(name=type.wgsl)
        assert isinstance(type, Vector | Matrix)
        name = type.wgsl.partition("<")[0]
        suffix = _SHORT.get(type.component.kind, "")
        if self._short and suffix:
            return TypeName(name=name + suffix)
        return TypeName(name=name, args=(self.type(type.component),))

    def pointer(self, type: Type, space: str) -> TypeSyntax:
        """Return WGSL's type of pointers to a type in an address space."""
        return TypeName(name="ptr", args=(TypeName(name=space), self.type(type)))

    def construct(self, type: Type, args: tuple[Expression, ...]) -> Call:
        """Return a call of a type's constructor."""
        found = self._callees.get(type)
        if found is None:
            written = self.type(type)
            plain = isinstance(written, TypeName) and not written.args
            found = self._callees[type] = (
                Name(name=written.name) if plain and isinstance(written, TypeName) else written
            )
        return Call(callee=found, args=args)

    # ---- constants

    def literal(self, value: Any, scalar: Scalar) -> Expression:
        """Return a constant, which may be negative."""
        kind: Any = scalar.kind
        if kind == "bool" or value >= 0:
            return Literal(kind=kind, value=value)
        if self.wgsl and value == _LEAST and kind == "int":
            # 2147483648i is too large for WGSL, also behind a minus.
            largest = Unary(op="-", operand=Literal(kind="int", value=-(_LEAST + 1)))
            return Binary(op="-", left=largest, right=Literal(kind="int", value=1))
        return Unary(op="-", operand=Literal(kind=kind, value=-value))


def _count(type: Array, kind: Any) -> Expression:
    assert type.size is not None
    return Literal(kind=kind, value=type.size)
