"""Expressions. Brackets are no nodes: printers set them where the language needs them."""

from __future__ import annotations

from typing import ClassVar
from typing import Literal as OneOf

from aberration.languages.shading.tree.node import Expression, TypeSyntax

LiteralKind = OneOf[
    "bool", "int", "uint", "float", "double", "half", "abstract_int", "abstract_float"
]


class Literal(Expression, frozen=True, gc=False):
    """A constant as written, never negative.

    `kind` goes by language and suffix: `1` is an int in GLSL and an abstract_int in WGSL, `1.0`
    a float and an abstract_float. `value` is a bool, an int (in GLSL at most 2^32 - 1, meaning its
    bit pattern), or the double nearest to the text.
    """

    kind: LiteralKind
    value: bool | int | float


class Name(Expression, frozen=True, gc=False):
    """A variable, constant, parameter; as a callee also a function, built-in or type."""

    name: str


class Unary(Expression, frozen=True, gc=False):
    """`-` `+` `!` `~`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("operand",)

    op: str
    operand: Expression


class Binary(Expression, frozen=True, gc=False):
    """An infix operator without assignment; `&&` and `||` (lazy) included."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("left", "right")

    op: str
    left: Expression
    right: Expression


class Conditional(Expression, frozen=True, gc=False):
    """GLSL's `condition ? then : otherwise` (lazy); WGSL's eager `select` is a call."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("condition", "then", "otherwise")

    condition: Expression
    then: Expression
    otherwise: Expression


class Call(Expression, frozen=True, gc=False):
    """A call of a user function, a built-in or a constructor; which of them, the checker says.

    `callee` is a `Name` wherever a name alone is written (`f(x)`, `vec3(0)`); a `TypeName` with
    template arguments (`bitcast<f32>(x)`); an `ArrayOf` (`int[2](1, 2)`); or a `Field` for GLSL's
    `a.length()`.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("callee", "args")

    callee: Expression | TypeSyntax
    args: tuple[Expression, ...] = ()


class Index(Expression, frozen=True, gc=False):
    """`base[index]`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("base", "index")

    base: Expression
    index: Expression


class Field(Expression, frozen=True, gc=False):
    """`base.name`: a member or a swizzle; the checker says which."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("base",)

    base: Expression
    name: str


class AddressOf(Expression, frozen=True, gc=False):
    """WGSL's `&operand`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("operand",)

    operand: Expression


class Deref(Expression, frozen=True, gc=False):
    """WGSL's `*operand`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("operand",)

    operand: Expression


class AssignExpr(Expression, frozen=True, gc=False):
    """GLSL's assignment inside an expression; as a statement it is always `Assign`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("target", "value")

    op: str
    target: Expression
    value: Expression


class IncrementExpr(Expression, frozen=True, gc=False):
    """GLSL's `++x`, `x--` inside an expression; as a statement it is always `Increment`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("target",)

    op: str
    target: Expression
    prefix: bool


class Comma(Expression, frozen=True, gc=False):
    """GLSL's `left, right`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("left", "right")

    left: Expression
    right: Expression


class InitList(Expression, frozen=True, gc=False):
    """GLSL 4.20's `{ 1, 2, { 3 } }`, as an initialiser."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("items",)

    items: tuple[Expression, ...]
