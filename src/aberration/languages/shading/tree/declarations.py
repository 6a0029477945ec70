"""Declarations, of all three languages in one vocabulary."""

from __future__ import annotations

from typing import ClassVar, Final
from typing import Literal as OneOf

from aberration.languages.shading.tree.attributes import Attribute
from aberration.languages.shading.tree.node import Declaration, Expression, Node, TypeSyntax
from aberration.languages.shading.tree.statements import Block

VariableKind = OneOf["var", "let", "const", "override"]
Storage = OneOf[
    "",
    "function",
    "private",
    "workgroup",
    "uniform",
    "storage",
    "in",
    "out",
    "varying",
    "push_constant",
    "handle",
]
Access = OneOf["", "read", "write", "read_write"]
PrecisionLevel = OneOf["", "lowp", "mediump", "highp"]
Direction = OneOf["in", "out", "inout", "const_in"]

QUALIFIERS: Final = (
    "invariant", "precise", "smooth", "flat", "noperspective", "centroid", "patch", "sample",
    "coherent", "volatile", "restrict", "readonly", "writeonly",
)  # fmt: skip
"""GLSL's qualifiers that are words; a tuple of them in a node is in this order, whatever the
text's order was.
"""


class Variable(Node, frozen=True, gc=False):
    """One declared name.

    `storage` is empty for `let`, `const`, `override`; "function" or "private" by scope where the
    text says none. "varying" is ESSL 1.00's (in for a fragment shader, out for a vertex shader);
    "handle" is WGSL's for textures and samplers. `access` is WGSL's; GLSL says it by `qualifiers`.
    `precision` is GLSL's.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "type", "init")

    kind: VariableKind
    name: str
    type: TypeSyntax | None = None
    init: Expression | None = None
    storage: Storage = ""
    access: Access = ""
    precision: PrecisionLevel = ""
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


class Declare(Declaration, frozen=True, gc=False):
    """A declaration of variables, local or at module scope: one in WGSL, one or several of one
    base type in GLSL.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("variables",)

    variables: tuple[Variable, ...]


class Param(Node, frozen=True, gc=False):
    """A parameter; `name` may be empty in GLSL. GLSL's plain and `in` parameters are the same."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "type")

    name: str
    type: TypeSyntax
    direction: Direction = "in"
    precision: PrecisionLevel = ""
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


class Function(Declaration, frozen=True, gc=False):
    """A function; without `result` it gives none (GLSL's `void`); without `body` it is GLSL's
    prototype.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = (
        "attributes",
        "params",
        "result_attributes",
        "result",
        "body",
    )

    name: str
    params: tuple[Param, ...] = ()
    result: TypeSyntax | None = None
    body: Block | None = None
    precision: PrecisionLevel = ""
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    result_attributes: tuple[Attribute, ...] = ()


class Member(Node, frozen=True, gc=False):
    """A member of a struct or interface block."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "type")

    name: str
    type: TypeSyntax
    storage: Storage = ""
    precision: PrecisionLevel = ""
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


class StructSyntax(TypeSyntax, frozen=True, gc=False):
    """GLSL's struct written where a type stands: `struct S { int a; } x;`; `name` may be empty
    there.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("members",)

    name: str
    members: tuple[Member, ...]


class StructDecl(Declaration, frozen=True, gc=False):
    """A struct that declares no variable."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "members")

    name: str
    members: tuple[Member, ...]
    attributes: tuple[Attribute, ...] = ()


class Alias(Declaration, frozen=True, gc=False):
    """WGSL's `alias name = type;`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("type",)

    name: str
    type: TypeSyntax


class ConstAssert(Declaration, frozen=True, gc=False):
    """WGSL's `const_assert condition;`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("condition",)

    condition: Expression


class Interface(Declaration, frozen=True, gc=False):
    """GLSL's `uniform Block { ... } instance[3];`; `instance` may be empty, `array` holds its
    dimensions, outermost first.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes", "members", "array")

    name: str
    members: tuple[Member, ...]
    storage: Storage
    instance: str = ""
    array: tuple[Expression | None, ...] = ()
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


class Precision(Declaration, frozen=True, gc=False):
    """GLSL's `precision highp float;`."""

    CHILDREN: ClassVar[tuple[str, ...]] = ("type",)

    level: PrecisionLevel
    type: TypeSyntax


class Requalify(Declaration, frozen=True, gc=False):
    """GLSL's qualifiers without a type: `invariant x;`, `layout(local_size_x = 1) in;`,
    `layout(std140) uniform;`.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ("attributes",)

    names: tuple[str, ...] = ()
    storage: Storage = ""
    qualifiers: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
