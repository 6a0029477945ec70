"""From types as they are written to types."""

from __future__ import annotations

from ...source import quote
from ...tree import ArrayOf, Expression, Member, Node, StructSyntax, TypeName, TypeSyntax
from ...types import INT, UINT, VOID, Array, Struct, Type, is_opaque, without_arrays
from ...types import TypeMember as StructMember
from ..array_sizes import array_of
from ..fault import fail, refuse
from ..symbols import UNKNOWN, TypeSymbol
from .constants import constant
from .features import NAMED_TYPES, default_key
from .state import FamilyChecker, spelling

_IMPLIED_SIZE = 32
"""The size of an array whose size the implementation chooses."""


def type_of(checker: FamilyChecker, syntax: TypeSyntax) -> Type:
    """Return what a written type means; arrays may lack a size."""
    if isinstance(syntax, TypeName):
        return named_type(checker, syntax, syntax.name)
    if isinstance(syntax, ArrayOf):
        return _array_type(checker, syntax)
    assert isinstance(syntax, StructSyntax)
    return struct_type(checker, syntax, syntax.name, syntax.members)


def named_type(checker: FamilyChecker, node: Node, name: str) -> Type:
    if name in checker.rules.type_words:
        found = NAMED_TYPES.get(name)
        if found is None:
            refuse(node, f"the type {quote(name)} is not supported")
        return found
    symbol = checker.scopes.find(name)
    if not isinstance(symbol, TypeSymbol):
        fail(node, "a type", quote(name))
    return symbol.type


def _array_type(checker: FamilyChecker, syntax: ArrayOf) -> Type:
    element = type_of(checker, syntax.element)
    if element is VOID:
        fail(syntax, "the type of an element", "'void'")
    if isinstance(element, Array) and element.size is None:
        refuse(syntax, "expected a size for each dimension but the outermost, came none")
    size = None if syntax.size is None else array_size(checker, syntax.size)
    return array_of(syntax, element, size)


def array_size(checker: FamilyChecker, node: Expression) -> int:
    type = checker.expression(node)
    if type is not INT and type is not UINT:
        fail(node, "a constant integer as the size of an array", spelling(type))
    value = constant(checker, node)
    if value is None:
        fail(node, "a constant expression as the size of an array", "one that is not constant")
    if value is UNKNOWN:
        return _IMPLIED_SIZE
    if value <= 0:
        fail(node, "a size above 0", str(value))
    return int(value)


def struct_type(
    checker: FamilyChecker, node: Node, name: str, members: tuple[Member, ...]
) -> Struct:
    """Return the structure that a node declares, the same one each time; its name is
    declared.
    """
    known = checker.typing.structs.get(id(node))
    here = checker.scopes.here(name)
    if known is not None and (not name or (isinstance(here, TypeSymbol) and here.type is known)):
        return known
    made = known or Struct(name, _struct_members(checker, members))
    checker.typing.structs[id(node)] = made
    if name:
        if here is not None:
            refuse(node, f"{quote(name)} is declared twice in one scope")
        check_name(checker, node, name)
        checker.scopes.add(name, TypeSymbol(made))
    return made


def _struct_members(
    checker: FamilyChecker, members: tuple[Member, ...]
) -> tuple[StructMember, ...]:
    found: list[StructMember] = []
    names: set[str] = set()
    for member in members:
        if member.name in names:
            refuse(member, f"the member {quote(member.name)} is declared twice")
        names.add(member.name)
        check_name(checker, member, member.name)
        if member.storage or member.qualifiers:
            fail(
                member,
                "no qualifier but a precision",
                quote(member.storage or member.qualifiers[0]),
            )
        type = type_of(checker, member.type)
        if type is VOID or (isinstance(type, Array) and type.size is None):
            fail(member, "a type of known size", spelling(type))
        check_precision(checker, member, type, member.precision)
        found.append(StructMember(member.name, type))
    return tuple(found)


def check_name(checker: FamilyChecker, node: Node, name: str) -> None:
    """Refuse names that the language keeps for itself."""
    if name.startswith("gl_"):
        fail(node, "a name", f"{quote(name)}: names that begin with gl_ are the language's")
    if checker.features.underscores_reserved and "__" in name:
        fail(node, "a name", f"{quote(name)}: names with two underscores are reserved")


def check_precision(checker: FamilyChecker, node: Node, type: Type, given: str) -> None:
    """A type that has precisions needs one: its own, or the default of the scope."""
    key = default_key(without_arrays(type))
    if given and key is None:
        fail(node, "a precision on a number or an opaque type only", spelling(type))
    if given or key is None or checker.features.precisions is None:
        return
    if key not in checker.precisions[0] and not any(key in level for level in checker.precisions):
        advice = f"Write `precision mediump {key};` before, or a precision before the type."
        refuse(
            node,
            f"{spelling(type)} has no precision here, and no default for {key} is declared",
            advice,
        )


def check_value_type(node: Node, type: Type) -> None:
    """Refuse what no plain variable may hold."""
    if type is VOID:
        fail(node, "the type of a variable", "'void'")
    if is_opaque(type):
        fail(
            node,
            "a type with a value",
            f"{spelling(type)}, which only uniforms and parameters may be",
        )
