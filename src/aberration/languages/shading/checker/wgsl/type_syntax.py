"""From WGSL's types as they are written to types."""

from __future__ import annotations

from typing import Final

from ... import opaque
from ...layout import extent
from ...source import quoted
from ...tree import Expression, Node, StructDecl, TypeName, TypeSyntax
from ...tree import Member as MemberNode
from ...types import (
    BOOL,
    FLOAT,
    HALF,
    INT,
    UINT,
    Access,
    AddressSpace,
    Array,
    Atomic,
    Member,
    Opaque,
    Pointer,
    Scalar,
    Struct,
    Type,
    atomic,
    matrix,
    vector,
)
from ..symbols import UNKNOWN, TypeSymbol
from .base import Base

SCALARS: Final[dict[str, Scalar]] = {
    "bool": BOOL,
    "i32": INT,
    "u32": UINT,
    "f32": FLOAT,
    "f16": HALF,
}
_SUFFIXES: Final[dict[str, Scalar]] = {"i": INT, "u": UINT, "f": FLOAT, "h": HALF}
_SPACES: Final[dict[str, AddressSpace]] = {
    "function": "function",
    "private": "private",
    "workgroup": "workgroup",
    "uniform": "uniform",
    "storage": "storage",
}
_ACCESSES: Final[dict[str, Access]] = {"read": "read", "write": "write", "read_write": "read_write"}
_SIDES: Final = (2, 3, 4)


def _short_names() -> dict[str, Type]:
    names: dict[str, Type] = {}
    for letter, element in _SUFFIXES.items():
        for size in _SIDES:
            names[f"vec{size}{letter}"] = vector(element, size)
            if element.is_float:
                names |= {
                    f"mat{size}x{rows}{letter}": matrix(element, size, rows) for rows in _SIDES
                }
    return names


PLAIN: Final[dict[str, Type]] = {**SCALARS, **_short_names(), **opaque.SAMPLER_STATES}
"""Types that are one word; textures without arguments are added below."""
PLAIN.update({name: type for name, type in opaque.TEXTURES.items() if "<" not in name})
PLAIN["texture_external"] = opaque.EXTERNAL
VECTORS: Final = {f"vec{size}": size for size in _SIDES}
MATRICES: Final = {f"mat{columns}x{rows}": (columns, rows) for columns in _SIDES for rows in _SIDES}
_DEFAULT_ACCESS: Final[dict[str, Access]] = {"storage": "read", "uniform": "read", "handle": "read"}


def is_type_word(name: str) -> bool:
    """Whether a name that the program does not declare names a type or makes one."""
    return (
        name in PLAIN
        or name in VECTORS
        or name in MATRICES
        or name in ("array", "atomic", "ptr")
        or (name.startswith("texture_"))
    )


class TypesPart(Base):
    """Types."""

    def type_of(self, syntax: TypeSyntax) -> Type:
        assert isinstance(syntax, TypeName)
        symbol = self.find(syntax, syntax.name)
        if symbol is not None:
            if not isinstance(symbol, TypeSymbol) or syntax.args:
                self.fail(syntax, "a type", quoted(syntax.name))
            return symbol.type
        return self.predeclared(syntax)

    def predeclared(self, syntax: TypeName) -> Type:
        name, count = syntax.name, len(syntax.args)
        plain = PLAIN.get(name)
        if plain is not None and not count:
            self._check_half(syntax, plain)
            return plain
        if name in VECTORS and count == 1:
            return vector(self._component(syntax), VECTORS[name])
        if name in MATRICES and count == 1:
            element = self._component(syntax)
            if not element.is_float:
                self.fail(syntax, "f32 or f16 in a matrix", self.a(element))
            return matrix(element, *MATRICES[name])
        if name == "array" and count in (1, 2):
            return self._array(syntax)
        if name == "atomic" and count == 1:
            element = self._component(syntax)
            if element is not INT and element is not UINT:
                self.fail(syntax, "i32 or u32 in an atomic", self.a(element))
            return atomic(element)
        if name == "ptr" and count in (2, 3):
            return self._pointer(syntax)
        if name.startswith("texture_") and count:
            return self._texture(syntax)
        self.fail(syntax, "a type", quoted(name))
        return None

    def _check_half(self, node: Node, type: Type) -> None:
        if type.scalar is HALF and "f16" not in self.enabled:
            self.refuse(node, "the type 'f16' needs `enable f16;`")

    def _component(self, syntax: TypeName) -> Scalar:
        argument = syntax.args[0]
        type = self.type_of(argument) if isinstance(argument, TypeSyntax) else None
        if not isinstance(type, Scalar):
            self.fail(
                syntax,
                f"a scalar type in {syntax.name}<...>",
                "something else" if type is None else self.a(type),
            )
        return type

    def _array(self, syntax: TypeName) -> Array:
        first = syntax.args[0]
        if not isinstance(first, TypeSyntax):
            self.fail(syntax, "the type of an element", "an expression")
        element = self.type_of(first)
        if isinstance(element, Opaque | Pointer) or (
            isinstance(element, Array) and element.size is None
        ):
            self.fail(syntax, "an element of known size", self.a(element))
        if len(syntax.args) == 1:
            return element.array(None)
        return element.array(self.array_size(syntax.args[1]))

    def array_size(self, node: TypeSyntax | Expression) -> int:
        if isinstance(node, TypeSyntax):
            self.fail(node, "the size of an array", "a type")
        type = self.concrete_value(node)
        if type is not INT and type is not UINT:
            self.fail(node, "an integer as the size of an array", self.a(type))
        value = self.constants.get(id(node))
        if value is None:
            self.refuse(
                node,
                (
                    "expected a constant expression as the size of an array, came one that "
                    "is not constant"
                ),
            )
        if value is UNKNOWN:
            return 1
        if value <= 0:
            self.fail(node, "a size above 0", str(value))
        return int(value)

    def _word(self, syntax: TypeName, k: int) -> str:
        argument = syntax.args[k]
        if not isinstance(argument, TypeName) or argument.args:
            self.fail(syntax, "a word", "something else")
        return argument.name

    def _pointer(self, syntax: TypeName) -> Pointer:
        space = _SPACES.get(self._word(syntax, 0))
        if space is None:
            self.fail(syntax, "an address space", quoted(self._word(syntax, 0)))
        store = syntax.args[1]
        if not isinstance(store, TypeSyntax):
            self.fail(syntax, "the type that is pointed to", "an expression")
        access: Access = _DEFAULT_ACCESS.get(space, "read_write")
        if len(syntax.args) == 3:
            given = _ACCESSES.get(self._word(syntax, 2))
            if given is None or space != "storage":
                self.fail(
                    syntax,
                    "an access mode, in the storage space only",
                    quoted(self._word(syntax, 2)),
                )
            access = given
        return self.type_of(store).pointer(space, access)

    def _texture(self, syntax: TypeName) -> Type:
        if syntax.name.startswith("texture_storage_") and len(syntax.args) == 2:
            full = f"{syntax.name}<{self._word(syntax, 0)}, {self._word(syntax, 1)}>"
        else:
            full = f"{syntax.name}<{self._component(syntax).wgsl}>"
        found = opaque.TEXTURES.get(full)
        if found is None:
            self.fail(syntax, "a texture type", quoted(full))
        return found

    # ---- structures

    def struct(self, node: StructDecl) -> Struct:
        names: set[str] = set()
        members: list[Member] = []
        for k, member in enumerate(node.members):
            if member.name in names:
                self.refuse(member, f"the member {quoted(member.name)} is declared twice")
            names.add(member.name)
            members.append(self._member(member, k == len(node.members) - 1))
        made = Struct(node.name, tuple(members))
        self.typing.structs[id(node)] = made
        return made

    def _member(self, node: MemberNode, last: bool) -> Member:
        type = self.type_of(node.type)
        unsized = holds_unsized(type)
        if isinstance(type, Opaque | Pointer) or (
            unsized and not (last and isinstance(type, Array))
        ):
            self.fail(node, "a member of known size", self.a(type))
        given: dict[str, int] = {}
        for attribute in node.attributes:
            if attribute.name in ("align", "size"):
                given[attribute.name] = self._layout_value(attribute.args, attribute)
        align = given.get("align")
        if align is not None and align & (align - 1):
            self.fail(node, "a power of two as the alignment", str(align))
        if align is not None and is_shareable(type) and align < extent(type, "wgsl").align:
            self.fail(node, f"an alignment that {self.a(type)} may have", str(align))
        size = given.get("size")
        if size is not None and (unsized or size < extent(type, "wgsl").size):
            self.fail(node, f"a size that holds {self.a(type)}", str(size))
        return Member(node.name, type, align=align, size=size)

    def _layout_value(self, args: tuple[Expression, ...], node: Node) -> int:
        if len(args) != 1:
            self.fail(node, "one value", str(len(args)))
        self.concrete_value(args[0])
        value = self.constants.get(id(args[0]))
        if not isinstance(value, int) or value <= 0:
            self.fail(node, "a constant integer above 0", "something else")
        return value


def holds_unsized(type: Type) -> bool:
    if type.scalar is not None:
        return False
    if isinstance(type, Struct):
        return any(holds_unsized(member.type) for member in type.members)
    return isinstance(type, Array) and type.size is None


def is_plain(type: Type) -> bool:
    """Whether values of the type can be constructed: no atomics, no handles, nothing without a
    size.
    """
    if type.scalar is not None:
        return True
    if isinstance(type, Array):
        return type.size is not None and is_plain(type.element)
    return isinstance(type, Struct) and all(is_plain(member.type) for member in type.members)


def is_shareable(type: Type) -> bool:
    """Whether a type may lie in memory that the host sees: no bools."""
    if type.scalar is not None:
        return type.scalar is not BOOL
    if isinstance(type, Array):
        return is_shareable(type.element)
    if isinstance(type, Struct):
        return all(is_shareable(member.type) for member in type.members)
    return isinstance(type, Atomic)


def holds_atomic(type: Type) -> bool:
    if type.scalar is not None:
        return False
    if isinstance(type, Array):
        return holds_atomic(type.element)
    if isinstance(type, Struct):
        return any(holds_atomic(member.type) for member in type.members)
    return isinstance(type, Atomic)
