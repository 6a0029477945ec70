"""Reading the places of GLSL and ESSL: what is loaded from them and stored to them."""

from __future__ import annotations

from typing import Final

from ...checker.conversions import common_element
from ...checker.symbols import UNKNOWN, VariableSymbol
from ...tree import (
    AddressOf,
    Assign,
    Call,
    Deref,
    Evaluate,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Node,
)
from ...tree.walk import walk
from ...types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Scalar,
    Struct,
    Type,
    element_of,
    stored_type,
    with_element,
)
from ..reader import element_type, part_of
from ..values import SWIZZLES, Key, TranslatedPlace, TranslatedValue, call, plain_letters, root_name
from .reader import FamilyReader

_SHIFTS: Final = ("<<", ">>")
_LARGEST: Final = 64
"""Elements of a padded array that are read one by one where it is a value."""


def is_place(node: Expression) -> bool:
    """Whether an expression names a variable or a part of one."""
    while isinstance(node, Index | Field):
        node = node.base
    return isinstance(node, Name)


def name_of(r: FamilyReader, symbol: VariableSymbol, node: Node) -> Expression:
    """Return what a variable is in the target."""
    found = r.bound.get(symbol) or r.stage_variable(symbol)
    if found is not None:
        return found
    if symbol.constant is not None and symbol.constant is not UNKNOWN:
        return r.emitter.constant(symbol.constant, symbol.type)
    if symbol.constant is UNKNOWN:
        raise r.emitter.refuse("implementation's constant", symbol.name, node)
    if symbol.role == "in":
        reason = "stage variable" if symbol.name.startswith("gl_") else "inputs from vertices"
        raise r.emitter.refuse(reason, symbol.name, node)
    raise r.emitter.refuse(
        "outputs" if symbol.role == "out" else "stage variable", symbol.name, node
    )


def place_of(r: FamilyReader, node: Expression, *, fix: bool = False) -> TranslatedPlace:
    """Return a place; with `fix` its indices are evaluated now and once."""
    if isinstance(node, Name):
        symbol = r.typing.symbol_of(node)
        return TranslatedPlace(name_of(r, symbol, node), symbol.type)
    if isinstance(node, Field):
        return _field_place(r, place_of(r, node.base, fix=fix), node)
    if not isinstance(node, Index):
        raise r.emitter.refuse("pointers", "a place that is no variable", node)
    return _index_place(r, node, fix)


def _field_place(r: FamilyReader, base: TranslatedPlace, node: Field) -> TranslatedPlace:
    type = r.type_of(node)
    if isinstance(base.type, Struct):
        return TranslatedPlace(
            part_of(r.emitter, TranslatedValue(base.expr, base.type), node.name).expr, type
        )
    if isinstance(base.type, Scalar):
        return base
    letters = plain_letters(node.name)
    if base.swizzle:
        letters = "".join(base.swizzle[SWIZZLES[letter]] for letter in letters)
    if len(letters) == 1:
        return TranslatedPlace(Field(base.expr, letters), type)
    return TranslatedPlace(base.expr, type, letters)


def _index_place(r: FamilyReader, node: Index, fix: bool) -> TranslatedPlace:
    special = _first_output(r, node)
    if special is not None:
        return special
    base = place_of(r, node.base, fix=fix)
    index = r.value(node.index)
    if fix or (r.hoists and any(isinstance(below, Call) for below in walk(node.index))):
        index = r.emitter.temporary(index, "at")
    held = indexable(r, TranslatedValue(r.emitter.target(base), base.type), index.expr)
    expr: Expression = Index(held.expr, index.expr)
    type = element_type(base.type)
    if not isinstance(type, Array) and isinstance(base.type, Array) and _is_padded(r, node, expr):
        expr = Field(expr, "value")
    return TranslatedPlace(expr, type)


def _first_output(r: FamilyReader, node: Index) -> TranslatedPlace | None:
    """`gl_FragData[0]` is one output here."""
    if not isinstance(node.base, Name) or node.base.name != "gl_FragData":
        return None
    symbol = r.typing.symbol_of(node.base)
    if (
        not isinstance(symbol.type, Array)
        or not isinstance(node.index, Literal)
        or node.index.value != 0
    ):
        raise r.emitter.refuse("outputs", "an element of gl_FragData other than the first", node)
    return TranslatedPlace(r.bound[symbol], symbol.type.element)


def key_of(r: FamilyReader, node: Expression) -> Key | None:
    """Return the declaration that the elements of a place come from, arrays aside; for the
    variable by which a block without a name gives a member, that member.
    """
    while isinstance(node, Index):
        node = node.base
    if isinstance(node, Name):
        symbol = r.typing.symbols.get(id(node))
        return None if symbol is None else r.block_members.get(symbol, symbol)
    base = r.typing.types.get(id(node.base)) if isinstance(node, Field) else None
    if not isinstance(node, Field) or base is None:
        return None
    type = stored_type(base)
    return (type, node.name) if isinstance(type, Struct) else None


def is_atomic(r: FamilyReader, node: Expression) -> bool:
    """Whether a place is an atomic in the target."""
    return bool(r.emitter.atomic) and key_of(r, node) in r.emitter.atomic


# ---- loading and storing


def value_at(r: FamilyReader, node: Expression) -> TranslatedValue:
    """Return the value of a place."""
    return load(r, place_of(r, node), node)


def load(r: FamilyReader, place: TranslatedPlace, node: Expression) -> TranslatedValue:
    if is_atomic(r, node):
        if place.type not in (INT, UINT):
            raise r.emitter.refuse("whole array in memory", "an array of atomics as a value", node)
        return TranslatedValue(call("atomicLoad", AddressOf(place.expr)), place.type)
    if isinstance(place.type, Array | Struct) and root_name(place.expr) in r.uniform_names:
        return TranslatedValue(
            _gather(r, place.expr, place.type, key_of(r, node), node), place.type
        )
    found = TranslatedValue(r.emitter.target(place), place.type)
    if element_of(place.type) is BOOL and root_name(place.expr) in r.uniform_names:
        return _truth(r, found)
    return found


def _truth(r: FamilyReader, value: TranslatedValue) -> TranslatedValue:
    """Return a truth value that lies in a uniform as a number."""
    return r.emitter.convert(
        TranslatedValue(value.expr, with_element(value.type, UINT)), value.type
    )


def _gather(
    r: FamilyReader, expr: Expression, type: Type, key: Key | None, node: Expression
) -> Expression:
    """Return a value that lies in a uniform in rows as the value that it is elsewhere."""
    if isinstance(type, Struct):
        parts = [
            _gather(
                r, Field(expr, r.emitter.fields[type, one.name]), one.type, (type, one.name), node
            )
            for one in type.members
        ]
    elif isinstance(type, Array) and _changes(r, type, key):
        parts = _gather_elements(r, expr, type, key, node)
    else:
        return _truth(r, TranslatedValue(expr, type)).expr if element_of(type) is BOOL else expr
    return r.emitter.constructor(type, parts)


def _changes(r: FamilyReader, type: Array, key: Key | None) -> bool:
    """Whether an array is another type in a uniform."""
    element: Type = type
    while isinstance(element, Array):
        element = element.element
    return isinstance(element, Struct) or element_of(element) is BOOL or key in r.emitter.padded


def _gather_elements(
    r: FamilyReader, expr: Expression, type: Array, key: Key | None, node: Expression
) -> list[Expression]:
    size = type.size or 0
    if size > _LARGEST:
        raise r.emitter.refuse(
            "whole array in memory", f"an array of {size} elements in a uniform", node
        )
    parts = [r.emitter.element(expr, k) for k in range(size)]
    if not isinstance(type.element, Array) and key in r.emitter.padded:
        parts = [Field(part, "value") for part in parts]
    return [_gather(r, part, type.element, key, node) for part in parts]


def _is_padded(r: FamilyReader, node: Expression, expr: Expression) -> bool:
    """Whether the elements of an array, one of which the expression is, are wrapped."""
    return root_name(expr) in r.uniform_names and key_of(r, node) in r.emitter.padded


def store(
    r: FamilyReader, place: TranslatedPlace, value: TranslatedValue, node: Expression
) -> None:
    if is_atomic(r, node):
        r.emitter.call_statement(call("atomicStore", AddressOf(place.expr), value.expr))
        return
    r.emitter.assign(place, value.expr)


def give(r: FamilyReader, variable: TranslatedValue, value: TranslatedValue) -> None:
    r.emitter.emit(Assign("=", variable.expr, value.expr))


def assigned_value(
    r: FamilyReader, op: str, place: TranslatedPlace, node: Expression, target: Expression
) -> TranslatedValue:
    """Return the value that an assignment gives to a place."""
    if op == "=":
        return r.value_as(node, place.type)
    mark = len(r.emitter.out)
    held = [load(r, place, target)]
    right = r.value(node)
    r.emitter.keep_before(mark, held)
    return r.as_type(operation(r, op[:-1], held[0], right, place.type), place.type)


def operation(
    r: FamilyReader, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> TranslatedValue:
    """Return `left op right`, the operands converted as GLSL does by itself."""
    first, second = element_of(left.type), element_of(right.type)
    if first is not None and second is not None and first is not second and op not in _SHIFTS:
        element = common_element(first, second, r.rules.conversions)
        assert element is not None
        left = r.as_type(left, with_element(left.type, element))
        right = r.as_type(right, with_element(right.type, element))
    return r.emitter.binary(op, left, right, type)


def next_value(r: FamilyReader, op: str, value: TranslatedValue) -> TranslatedValue:
    """Return a value and one, or less one."""
    element = element_of(value.type)
    assert element is not None
    one = TranslatedValue(r.emitter.constant(1.0 if element is FLOAT else 1, element), element)
    return r.emitter.binary(op[0], value, one, value.type)


def drop(r: FamilyReader, value: TranslatedValue) -> None:
    """Let an expression happen whose value nobody wants."""
    emitter = r.emitter
    if emitter.is_fixed(value.expr):
        return
    if not emitter.rules.reason("Evaluate"):
        emitter.emit(Evaluate(value.expr))
    else:
        emitter.emit(Assign("=", None, value.expr))


def indexable(r: FamilyReader, base: TranslatedValue, index: Expression) -> TranslatedValue:
    """Return a value that can be indexed by a variable: WGSL's compilers want it in memory."""
    if r.emitter.indexes_values or isinstance(index, Literal) or _is_memory(r, base.expr):
        return base
    found = r.emitter.variable(base.type, base.expr, "table")
    r.memory.add(root_name(found.expr))
    return found


def _is_memory(r: FamilyReader, node: Expression) -> bool:
    while isinstance(node, Field | Index):
        node = node.base
    return isinstance(node, Deref) or root_name(node) in r.memory
