"""From WGSL's types as they are written to types."""

from __future__ import annotations

from typing import Final

from ... import opaque
from ...layout import extent
from ...source import quote
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
    Opaque,
    Pointer,
    Scalar,
    Struct,
    Type,
    TypeMember,
    atomic,
    matrix,
    vector,
)
from ..array_sizes import array_of
from ..fault import fail, refuse
from ..symbols import UNKNOWN, TypeSymbol
from .state import WgslChecker, spelling
from .values import concrete_type

SCALARS: Final[dict[str, Scalar]] = {
    "bool": BOOL,
    "i32": INT,
    "u32": UINT,
    "f32": FLOAT,
    "f16": HALF,
}
_SUFFIXES: Final[dict[str, Scalar]] = {"i": INT, "u": UINT, "f": FLOAT, "h": HALF}
SPACES: Final[dict[str, AddressSpace]] = {
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


def type_of(checker: WgslChecker, syntax: TypeSyntax) -> Type:
    assert isinstance(syntax, TypeName)
    symbol = checker.find(syntax, syntax.name)
    if symbol is not None:
        if not isinstance(symbol, TypeSymbol) or syntax.args:
            fail(syntax, "a type", quote(syntax.name))
        return symbol.type
    return predeclared_type(checker, syntax)


def predeclared_type(checker: WgslChecker, syntax: TypeName) -> Type:
    name, count = syntax.name, len(syntax.args)
    plain = PLAIN.get(name)
    if plain is not None and not count:
        if plain.scalar is HALF and "f16" not in checker.enabled:
            refuse(syntax, "the type 'f16' needs `enable f16;`")
        return plain
    if name in VECTORS and count == 1:
        return vector(_component_type(checker, syntax), VECTORS[name])
    if name in MATRICES and count == 1:
        element = _component_type(checker, syntax)
        if not element.is_float:
            fail(syntax, "f32 or f16 in a matrix", spelling(element))
        return matrix(element, *MATRICES[name])
    if name == "array" and count in (1, 2):
        return _array_type(checker, syntax)
    if name == "atomic" and count == 1:
        element = _component_type(checker, syntax)
        if element is not INT and element is not UINT:
            fail(syntax, "i32 or u32 in an atomic", spelling(element))
        return atomic(element)
    if name == "ptr" and count in (2, 3):
        return _pointer_type(checker, syntax)
    if name.startswith("texture_") and count:
        return _texture_type(checker, syntax)
    fail(syntax, "a type", quote(name))
    return None


def _component_type(checker: WgslChecker, syntax: TypeName) -> Scalar:
    argument = syntax.args[0]
    type = type_of(checker, argument) if isinstance(argument, TypeSyntax) else None
    if not isinstance(type, Scalar):
        fail(
            syntax,
            f"a scalar type in {syntax.name}<...>",
            "something else" if type is None else spelling(type),
        )
    return type


def _array_type(checker: WgslChecker, syntax: TypeName) -> Array:
    first = syntax.args[0]
    if not isinstance(first, TypeSyntax):
        fail(syntax, "the type of an element", "an expression")
    element = type_of(checker, first)
    if isinstance(element, Opaque | Pointer) or (
        isinstance(element, Array) and element.size is None
    ):
        fail(syntax, "an element of known size", spelling(element))
    if len(syntax.args) == 1:
        return element.array(None)
    return array_of(syntax, element, array_size(checker, syntax.args[1]))


def array_size(checker: WgslChecker, node: TypeSyntax | Expression) -> int:
    if isinstance(node, TypeSyntax):
        fail(node, "the size of an array", "a type")
    type = concrete_type(checker, node)
    if type is not INT and type is not UINT:
        fail(node, "an integer as the size of an array", spelling(type))
    value = checker.constants.get(id(node))
    if value is None:
        fail(node, "a constant expression as the size of an array", "one that is not constant")
    if value is UNKNOWN:
        return 1
    if value <= 0:
        fail(node, "a size above 0", str(value))
    return int(value)


def _word(syntax: TypeName, k: int) -> str:
    argument = syntax.args[k]
    if not isinstance(argument, TypeName) or argument.args:
        fail(syntax, "a word", "something else")
    return argument.name


def _pointer_type(checker: WgslChecker, syntax: TypeName) -> Pointer:
    space = SPACES.get(_word(syntax, 0))
    if space is None:
        fail(syntax, "an address space", quote(_word(syntax, 0)))
    store = syntax.args[1]
    if not isinstance(store, TypeSyntax):
        fail(syntax, "the type that is pointed to", "an expression")
    access: Access = _DEFAULT_ACCESS.get(space, "read_write")
    if len(syntax.args) == 3:
        given = _ACCESSES.get(_word(syntax, 2))
        if given is None or space != "storage":
            fail(syntax, "an access mode, in the storage space only", quote(_word(syntax, 2)))
        access = given
    return type_of(checker, store).pointer(space, access)


def _texture_type(checker: WgslChecker, syntax: TypeName) -> Type:
    if syntax.name.startswith("texture_storage_") and len(syntax.args) == 2:
        full = f"{syntax.name}<{_word(syntax, 0)}, {_word(syntax, 1)}>"
    else:
        full = f"{syntax.name}<{_component_type(checker, syntax).wgsl}>"
    found = opaque.TEXTURES.get(full)
    if found is None:
        fail(syntax, "a texture type", quote(full))
    return found


# ---- structures


def struct_type(checker: WgslChecker, node: StructDecl) -> Struct:
    names: set[str] = set()
    members: list[TypeMember] = []
    for k, member in enumerate(node.members):
        if member.name in names:
            refuse(member, f"the member {quote(member.name)} is declared twice")
        names.add(member.name)
        members.append(_member(checker, member, k == len(node.members) - 1))
    made = Struct(node.name, tuple(members))
    checker.typing.structs[id(node)] = made
    return made


def _member(checker: WgslChecker, node: MemberNode, last: bool) -> TypeMember:
    type = type_of(checker, node.type)
    unsized = holds_unsized(type)
    if isinstance(type, Opaque | Pointer) or (unsized and not (last and isinstance(type, Array))):
        fail(node, "a member of known size", spelling(type))
    given: dict[str, int] = {}
    for attribute in node.attributes:
        if attribute.name in ("align", "size"):
            given[attribute.name] = _layout_value(checker, attribute.args, attribute)
    align = given.get("align")
    if align is not None and align & (align - 1):
        fail(node, "a power of two as the alignment", str(align))
    if align is not None and is_shareable(type) and align < extent(type, "wgsl").align:
        fail(node, f"an alignment that {spelling(type)} may have", str(align))
    size = given.get("size")
    if size is not None and (unsized or size < extent(type, "wgsl").size):
        fail(node, f"a size that holds {spelling(type)}", str(size))
    return TypeMember(node.name, type, align=align, size=size)


def _layout_value(checker: WgslChecker, args: tuple[Expression, ...], node: Node) -> int:
    if len(args) != 1:
        fail(node, "one value", str(len(args)))
    concrete_type(checker, args[0])
    value = checker.constants.get(id(args[0]))
    if not isinstance(value, int) or value <= 0:
        fail(node, "a constant integer above 0", "something else")
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
