"""Types as they are written."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.shading.tree.node import Expression, TypeSyntax


class TypeName(TypeSyntax, frozen=True, gc=False):
    """`vec3`, `Light`, `array<i32, 4>`, `ptr<function, f32>`.

    Template arguments are types (enumerants such as `function` and `read_write`, too, are
    `TypeName`s), except the size of an `array`, which is an expression.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("args",)

    name: str
    args: tuple[TypeSyntax | Expression, ...] = ()


class ArrayOf(TypeSyntax, frozen=True, gc=False):
    """GLSL's `int[3][]`, the outermost dimension first: `int a[3][2]` is three times (two times
    int).
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("element", "size")

    element: TypeSyntax
    size: Expression | None = None
