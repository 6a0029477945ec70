"""Value types of the shading languages, interned: two types are the same exactly when they are one
object.

Scalars, vectors, matrices and opaque types exist once, made at import. An array or a pointer is
made by the type that it is made of (`element.array(4)`), which keeps it; structures are nominal,
one object for each declaration. So types are compared and hashed by identity, and what was made for
a program goes away with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

ScalarKind = Literal[
    "bool", "int", "uint", "float", "double", "half", "abstract int", "abstract float"
]
AddressSpace = Literal["function", "private", "workgroup", "uniform", "storage", "handle"]
Access = Literal["read", "write", "read_write"]

WGSL_SCALARS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bool": "bool",
        "int": "i32",
        "uint": "u32",
        "float": "f32",
        "double": "f64",
        "half": "f16",
        "abstract int": "abstract-int",
        "abstract float": "abstract-float",
    }
)
"""How WGSL spells the scalars; the two abstract ones have no name there but in its
specification.
"""
_GLSL_PREFIX: Final[Mapping[str, str]] = MappingProxyType(
    {"bool": "b", "int": "i", "uint": "u", "float": "", "double": "d", "half": "f16"}
)


class Type:
    """Any type. `glsl` and `wgsl` are its names in messages and printed programs; `scalar` see
    `element_of`.
    """

    __slots__ = ("_derived", "glsl", "scalar", "wgsl")

    def __init__(self, glsl: str, wgsl: str, scalar: Scalar | None = None) -> None:
        self.glsl: Final = glsl
        self.wgsl: Final = wgsl
        self.scalar: Final = scalar
        self._derived: Final[dict[tuple[str, ...], Type]] = {}

    def __repr__(self) -> str:
        return self.glsl

    def array(self, size: int | None) -> Array:
        """Return the array of `size` elements of this type; None: its size is known when the
        program runs.
        """
        key = ("array", str(size))
        found = self._derived.get(key)
        if found is None:
            # `setdefault` alone decides which object it is where two threads make the same.
            found = self._derived.setdefault(key, Array(self, size))
        assert isinstance(found, Array)
        return found

    def pointer(self, space: AddressSpace, access: Access) -> Pointer:
        key = ("pointer", space, access)
        found = self._derived.get(key)
        if found is None:
            found = self._derived.setdefault(key, Pointer(space, self, access))
        assert isinstance(found, Pointer)
        return found

    def reference(self, space: AddressSpace, access: Access) -> Reference:
        key = ("reference", space, access)
        found = self._derived.get(key)
        if found is None:
            found = self._derived.setdefault(key, Reference(space, self, access))
        assert isinstance(found, Reference)
        return found


class Void(Type):
    """The result of a function that gives none."""

    __slots__ = ()


class Scalar(Type):
    """One number or truth value. `bits` is 0 for the abstract ones, which are of any size."""

    __slots__ = ("bits", "is_abstract", "is_float", "is_integer", "is_numeric", "kind")

    def __init__(self, kind: ScalarKind, bits: int) -> None:
        super().__init__("float16_t" if kind == "half" else kind, WGSL_SCALARS[kind], self)
        self.kind: Final = kind
        self.bits: Final = bits
        self.is_integer: Final = kind in ("int", "uint", "abstract int")
        self.is_float: Final = kind in ("float", "double", "half", "abstract float")
        self.is_numeric: Final = kind != "bool"
        self.is_abstract: Final = bits == 0


class Vector(Type):
    """`size` components, 2 to 4, of one scalar type."""

    __slots__ = ("component", "size")

    def __init__(self, component: Scalar, size: int) -> None:
        prefix = _GLSL_PREFIX.get(component.kind, component.kind + " ")
        super().__init__(f"{prefix}vec{size}", f"vec{size}<{component.wgsl}>", component)
        self.component: Final = component
        self.size: Final = size


class Matrix(Type):
    """`columns` column vectors of `rows` components each."""

    __slots__ = ("column", "columns", "component", "rows")

    def __init__(self, component: Scalar, columns: int, rows: int) -> None:
        prefix = _GLSL_PREFIX.get(component.kind, component.kind + " ")
        shape = f"{columns}x{rows}" if columns != rows else f"{columns}"
        super().__init__(f"{prefix}mat{shape}", f"mat{columns}x{rows}<{component.wgsl}>", component)
        self.component: Final = component
        self.columns: Final = columns
        self.rows: Final = rows
        self.column: Final = vector(component, rows)


class Array(Type):
    """`size` elements; None where the size is known only when the program runs."""

    __slots__ = ("element", "size")

    def __init__(self, element: Type, size: int | None) -> None:
        inner, sizes = element.glsl, ""
        if isinstance(element, Array):
            # GLSL writes the outer size first: `float[2][3]` are two arrays of three.
            inner, _, rest = element.glsl.partition("[")
            sizes = f"[{rest}"
        count = "" if size is None else str(size)
        comma = "" if size is None else f", {size}"
        super().__init__(f"{inner}[{count}]{sizes}", f"array<{element.wgsl}{comma}>")
        self.element: Final = element
        self.size: Final = size


class TypeMember:
    """One member of a structure. `align` and `size` are WGSL's attributes, None where not given."""

    __slots__ = ("align", "name", "offset", "row_major", "size", "type")

    def __init__(
        self,
        name: str,
        type: Type,
        *,
        align: int | None = None,
        size: int | None = None,
        offset: int | None = None,
        row_major: bool = False,
    ) -> None:
        self.name: Final = name
        self.type: Final = type
        self.align: Final = align
        self.size: Final = size
        self.offset: Final = offset
        self.row_major: Final = row_major


class Struct(Type):
    """A structure or interface block: nominal, so two of them with the same members are two
    types.
    """

    __slots__ = ("by_name", "members", "name")

    def __init__(self, name: str, members: tuple[TypeMember, ...]) -> None:
        super().__init__(name, name)
        self.name: Final = name
        self.members: Final = members
        self.by_name: Final[Mapping[str, TypeMember]] = {member.name: member for member in members}


class Pointer(Type):
    """WGSL's `ptr<space, store, access>`."""

    __slots__ = ("access", "space", "store")

    def __init__(self, space: AddressSpace, store: Type, access: Access) -> None:
        # Only the storage space has a choice: elsewhere naming the access is an error.
        ending = f", {access}" if space == "storage" else ""
        text = f"ptr<{space}, {store.wgsl}{ending}>"
        super().__init__(text, text)
        self.space: Final = space
        self.store: Final = store
        self.access: Final = access


class Reference(Type):
    """WGSL's reference type: what naming a variable gives; programs cannot write it."""

    __slots__ = ("access", "space", "store")

    def __init__(self, space: AddressSpace, store: Type, access: Access) -> None:
        text = f"ref<{space}, {store.wgsl}, {access}>"
        super().__init__(text, text)
        self.space: Final = space
        self.store: Final = store
        self.access: Final = access


class Atomic(Type):
    """WGSL's `atomic<i32>` and `atomic<u32>`."""

    __slots__ = ("component",)

    def __init__(self, component: Scalar) -> None:
        text = f"atomic<{component.wgsl}>"
        super().__init__(text, text)
        self.component: Final = component


class Opaque(Type):
    """A type without a value that a program can compute with: textures, samplers, images, atomic
    counters.

    `family` is "sampler" (GLSL's, texture and sampler in one), "image" (GLSL's), "texture" (WGSL's
    sampled, depth and storage textures), "sampler state" (WGSL's two samplers) or "counter".
    `shape` is as GLSL spells it (`2DArray`, with `Shadow` for comparisons); `component` is what a
    texel is made of, None where there is none.
    """

    __slots__ = ("access", "component", "family", "format", "shape")

    def __init__(
        self,
        glsl: str,
        wgsl: str,
        family: Literal["sampler", "image", "texture", "sampler state", "counter"],
        shape: str = "",
        component: Scalar | None = None,
        access: Access | None = None,
        texel_format: str = "",
    ) -> None:
        super().__init__(glsl, wgsl)
        self.family: Final = family
        self.shape: Final = shape
        self.component: Final = component
        self.access: Final = access
        self.format: Final = texel_format


VOID: Final = Void("void", "void")
BOOL: Final = Scalar("bool", 32)
INT: Final = Scalar("int", 32)
UINT: Final = Scalar("uint", 32)
FLOAT: Final = Scalar("float", 32)
DOUBLE: Final = Scalar("double", 64)
HALF: Final = Scalar("half", 16)
ABSTRACT_INT: Final = Scalar("abstract int", 0)
ABSTRACT_FLOAT: Final = Scalar("abstract float", 0)
SCALARS: Final = (BOOL, INT, UINT, FLOAT, DOUBLE, HALF, ABSTRACT_INT, ABSTRACT_FLOAT)

_SIZES: Final = (2, 3, 4)
_VECTORS: Final[Mapping[tuple[Scalar, int], Vector]] = {
    (component, size): Vector(component, size) for component in SCALARS for size in _SIZES
}


def vector(component: Scalar, size: int) -> Vector:
    return _VECTORS[component, size]


_MATRICES: Final[Mapping[tuple[Scalar, int, int], Matrix]] = {
    (component, columns, rows): Matrix(component, columns, rows)
    for component in SCALARS
    if component.is_float
    for columns in _SIZES
    for rows in _SIZES
}


def matrix(component: Scalar, columns: int, rows: int) -> Matrix:
    return _MATRICES[component, columns, rows]


def scalar_or_vector(component: Scalar, size: int) -> Scalar | Vector:
    """Return the scalar itself for size 1, else the vector."""
    return component if size == 1 else _VECTORS[component, size]


def vectors() -> Iterator[Vector]:
    return iter(_VECTORS.values())


def matrices() -> Iterator[Matrix]:
    return iter(_MATRICES.values())


_ATOMICS: Final[Mapping[Scalar, Atomic]] = {INT: Atomic(INT), UINT: Atomic(UINT)}


def atomic(component: Scalar) -> Atomic:
    """Return `atomic<i32>` or `atomic<u32>`; any other component is a `KeyError`."""
    return _ATOMICS[component]


def element_of(type: Type) -> Scalar | None:
    """Return the scalar that a scalar, vector or matrix is made of; None for any other type."""
    return type.scalar


def with_element(type: Type, component: Scalar) -> Type:
    """Return the scalar, vector or matrix of the same shape with another component."""
    if type.scalar is component:
        return type
    if isinstance(type, Scalar):
        return component
    if isinstance(type, Vector):
        return vector(component, type.size)
    assert isinstance(type, Matrix)
    return matrix(component, type.columns, type.rows)


def size_of(type: Type) -> int:
    """Return the number of components of a scalar (1) or vector."""
    return type.size if isinstance(type, Vector) else 1


def parts(type: Type) -> int:
    """Return how many scalars a scalar, vector or matrix holds, in all."""
    if isinstance(type, Matrix):
        return type.columns * type.rows
    return size_of(type)


def item_count(type: Type) -> int | None:
    """Return how many elements, components, columns or members a type has; None where none are
    counted.
    """
    if isinstance(type, Array | Vector):
        return type.size
    if isinstance(type, Matrix):
        return type.columns
    return len(type.members) if isinstance(type, Struct) else None


def item_type(type: Type, k: int) -> Type:
    """Return the type of the k-th element, component, column or member."""
    if isinstance(type, Array):
        return type.element
    if isinstance(type, Vector):
        return type.component
    if isinstance(type, Matrix):
        return type.column
    assert isinstance(type, Struct)
    return type.members[k].type


def without_arrays(type: Type) -> Type:
    """Return what arrays, also of arrays, hold in the end; any other type as it is."""
    while isinstance(type, Array):
        type = type.element
    return type


def is_opaque(type: Type) -> bool:
    """Whether the type is opaque or holds such a type."""
    if type.scalar is not None:
        return False
    if isinstance(type, Array):
        return is_opaque(type.element)
    if isinstance(type, Struct):
        return any(is_opaque(member.type) for member in type.members)
    return isinstance(type, Opaque)


def is_numeric(type: Type) -> bool:
    """Whether the type is a scalar, vector or matrix."""
    return isinstance(type, Scalar | Vector | Matrix)


def stored_type(type: Type) -> Type:
    """Return the type of the value that a place holds."""
    return type.store if isinstance(type, Reference) else type
