"""Parts of values and of variables: indexing, members, swizzles, pointers."""

from __future__ import annotations

from typing import Any, Final

from ...source import quote
from ...tree import AddressOf, Deref, Expression, Field, Index, Name
from ...types import (
    ABSTRACT_INT,
    INT,
    UINT,
    Array,
    Matrix,
    Pointer,
    Reference,
    Struct,
    Type,
    Vector,
    item_count,
    item_type,
    scalar_or_vector,
)
from ..fault import fail
from ..symbols import UNKNOWN, FunctionSet, VariableSymbol
from .state import WgslChecker, spelling
from .values import fitting_constant, root_variable, value_type

_LETTERS: Final = ("xyzw", "rgba")
_INDEXED: Final = (Array, Vector, Matrix)
_USED: Final = ("var", "uniform")
_INTEGERS: Final = (INT, UINT, ABSTRACT_INT)


def name_type(checker: WgslChecker, node: Name) -> Type:
    name = node.name
    symbol = checker.scopes.find(name) or checker.find(node, name)
    if not isinstance(symbol, VariableSymbol):
        what = "which is not declared here" if symbol is None else "which is no variable"
        if isinstance(symbol, FunctionSet):
            what = "which is a function"
        fail(node, "a variable", f"{quote(name)}, {what}")
    checker.symbols[id(node)] = symbol
    if symbol.constant is not None:
        checker.constants[id(node)] = symbol.constant
    if checker.function is not None and symbol.role in _USED:
        used = checker.uses.get(checker.function.name)
        if used is None:
            checker.uses[checker.function.name] = {name: node}
        elif name not in used:
            used[name] = node
    return symbol.type


def _base_of(checker: WgslChecker, node: Expression) -> tuple[Type, Reference | None]:
    """Return the type of what stands before `[` or `.`, and the reference to it; a pointer
    is followed.
    """
    type = checker.expression(node)
    if isinstance(type, Reference):
        return type.store, type
    if isinstance(type, Pointer):
        return type.store, type.store.reference(type.space, type.access)
    return type, None


def _part_type(of: Reference | None, type: Type) -> Type:
    return type if of is None else type.reference(of.space, of.access)


def index_type(checker: WgslChecker, node: Index) -> Type:
    base, reference = _base_of(checker, node.base)
    if not isinstance(base, _INDEXED):
        fail(node, "an array, vector or matrix before '['", spelling(base))
    index = value_type(checker, node.index)
    if index not in _INTEGERS:
        fail(node.index, "an integer as the index", spelling(index))
    if index is ABSTRACT_INT:
        fitting_constant(checker, node.index, index, INT)
    size = item_count(base)
    at = checker.constants.get(id(node.index))
    if isinstance(at, int) and (at < 0 or (size is not None and at >= size)):
        fail(node.index, f"an index into {spelling(base)}", str(at))
    whole = checker.constants.get(id(node.base))
    if whole is not None and at is not None:
        checker.constants[id(node)] = UNKNOWN if whole is UNKNOWN or at is UNKNOWN else whole[at]
    return _part_type(reference, item_type(base, 0))


def field_type(checker: WgslChecker, node: Field) -> Type:
    base, reference = _base_of(checker, node.base)
    whole = checker.constants.get(id(node.base))
    if isinstance(base, Struct):
        member = base.by_name.get(node.name)
        if member is None:
            fail(node, f"a member of {spelling(base)}", quote(node.name))
        if whole is not None:
            checker.constants[id(node)] = _member_of(whole, base, node.name)
        return _part_type(reference, member.type)
    if not isinstance(base, Vector):
        fail(node, "a structure or vector before '.'", spelling(base))
    picked = _picked_components(node, base)
    if whole is not None:
        checker.constants[id(node)] = _swizzle_of(whole, picked)
    if len(picked) == 1:
        return _part_type(reference, base.component)
    if reference is not None and reference.access == "write":
        fail(node, "a variable that can be read", "one that can only be written")
    return scalar_or_vector(base.component, len(picked))


def _picked_components(node: Field, base: Vector) -> list[int]:
    name = node.name
    letters = (_LETTERS[0] if name[0] in _LETTERS[0] else _LETTERS[1])[: base.size]
    picked = [letters.find(letter) for letter in name]
    if len(name) > 4 or -1 in picked:
        fail(node, f"components of {spelling(base)}", quote(name))
    return picked


def address_type(checker: WgslChecker, node: AddressOf) -> Type:
    type = checker.expression(node.operand)
    if not isinstance(type, Reference) or type.space == "handle":
        fail(node, "a variable after '&'", spelling(type))
    operand = node.operand
    base = checker.types[id(operand.base)] if isinstance(operand, Index | Field) else None
    if isinstance(base.store if isinstance(base, Reference | Pointer) else base, Vector):
        fail(node, "a variable after '&'", "a component of a vector")
    return type.store.pointer(type.space, type.access)


def deref_type(checker: WgslChecker, node: Deref) -> Type:
    type = value_type(checker, node.operand)
    if not isinstance(type, Pointer):
        fail(node, "a pointer after '*'", spelling(type))
    return type.store.reference(type.space, type.access)


# ---- what is written to


def target_type(checker: WgslChecker, node: Expression) -> Type:
    """Return the type that an assignment to a place takes; swizzles of several components
    are places, too.
    """
    if isinstance(node, Field) and checker.rules.swizzle_assignment:
        base, reference = _base_of(checker, node.base)
        checker.types[id(node.base)] = checker.types.get(id(node.base), base)
        if isinstance(base, Vector) and reference is not None and len(node.name) > 1:
            checker.effects.touch(root_variable(checker, node), written=True)
            return _swizzle_target(checker, node, base, reference)
    type = checker.expression(node)
    if not isinstance(type, Reference):
        fail(node, "a variable or a part of one to assign to", f"a value of type {spelling(type)}")
    if type.access == "read":
        fail(node, "a variable to assign to", "one that can only be read")
    if not _is_assignable(type.store):
        fail(node, "a type that can be assigned", spelling(type.store))
    checker.effects.touch(root_variable(checker, node), written=True)
    return type.store


def _swizzle_target(checker: WgslChecker, node: Field, base: Vector, reference: Reference) -> Type:
    picked = _picked_components(node, base)
    if len(set(picked)) != len(picked):
        fail(node, "each component once to assign to", quote(node.name))
    if reference.access == "read":
        fail(node, "a variable to assign to", "one that can only be read")
    type = scalar_or_vector(base.component, len(picked))
    checker.types[id(node)] = type
    return type


def _is_assignable(type: Type) -> bool:
    if type.scalar is not None:
        return True
    if isinstance(type, Array):
        return type.size is not None and _is_assignable(type.element)
    if isinstance(type, Struct):
        return all(_is_assignable(member.type) for member in type.members)
    return False


def _member_of(whole: Any, type: Struct, name: str) -> Any:
    if whole is UNKNOWN:
        return UNKNOWN
    return whole[[member.name for member in type.members].index(name)]


def _swizzle_of(whole: Any, picked: list[int]) -> Any:
    if whole is UNKNOWN:
        return UNKNOWN
    parts = tuple(whole[k] for k in picked)
    return parts[0] if len(parts) == 1 else parts
