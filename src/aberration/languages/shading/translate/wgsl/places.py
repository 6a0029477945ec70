"""Reading WGSL's places: variables, what pointers point to, and parts of both."""

from __future__ import annotations

from ...checker.symbols import UNKNOWN, VariableSymbol
from ...tree import AddressOf, Deref, Expression, Field, Index, Name, Node
from ...types import INT, UINT, Pointer, Reference, Struct, Vector, stored_type
from ..reader import element_type, part_of
from ..values import SWIZZLES, TranslatedPlace, TranslatedValue, plain_letters
from .reader import WgslReader


def name_of(r: WgslReader, symbol: VariableSymbol, node: Node) -> Expression:
    found = r.bound.get(symbol)
    if found is not None:
        return found
    if symbol.constant is UNKNOWN:
        raise r.emitter.refuse("override", symbol.name, node)
    raise r.emitter.refuse("stage variable", symbol.name, node)


def pointee(r: WgslReader, node: Expression, *, fix: bool = False) -> TranslatedPlace:
    """Return the place that a pointer points to."""
    if isinstance(node, AddressOf):
        return place_of(r, node.operand, fix=fix)
    if isinstance(node, Name):
        symbol = r.typing.symbol_of(node)
        type = stored_type(symbol.type)
        assert isinstance(type, Pointer)
        return TranslatedPlace(name_of(r, symbol, node), type.store)
    raise r.emitter.refuse("pointers", "a pointer that is neither a name nor made here", node)


def is_memory(r: WgslReader, node: Expression) -> bool:
    """Whether an expression names memory."""
    type = r.typing.types.get(id(node))
    if isinstance(type, Reference):
        return True
    if isinstance(node, Field | Index):
        base = r.typing.types.get(id(node.base))
        return isinstance(base, Pointer) or is_memory(r, node.base)
    return isinstance(node, Deref)


def place_of(r: WgslReader, node: Expression, *, fix: bool = False) -> TranslatedPlace:
    """Return a place; with `fix` its indices are evaluated now and once."""
    if isinstance(node, Name):
        symbol = r.typing.symbol_of(node)
        return TranslatedPlace(name_of(r, symbol, node), stored_type(symbol.type))
    if isinstance(node, Deref):
        return pointee(r, node.operand, fix=fix)
    assert isinstance(node, Field | Index)
    pointer = isinstance(stored_type(r.typing.types[id(node.base)]), Pointer)
    base = pointee(r, node.base, fix=fix) if pointer else place_of(r, node.base, fix=fix)
    if isinstance(node, Field):
        return _field_place(r, base, node)
    # Written numbers are plain.
    index = r.value_as(node.index, UINT if r.typing.types[id(node.index)] is UINT else INT)
    if fix:
        index = r.emitter.temporary(index, "at")
    return TranslatedPlace(Index(base.expr, index.expr), element_type(base.type))


def _field_place(r: WgslReader, base: TranslatedPlace, node: Field) -> TranslatedPlace:
    if isinstance(base.type, Struct):
        picked = part_of(r.emitter, TranslatedValue(base.expr, base.type), node.name)
        return TranslatedPlace(picked.expr, picked.type)
    letters = plain_letters(node.name)
    if base.swizzle:
        letters = "".join(base.swizzle[SWIZZLES[letter]] for letter in letters)
    assert isinstance(base.type, Vector)
    part = part_of(r.emitter, TranslatedValue(base.expr, base.type), letters).type
    if len(letters) == 1:
        return TranslatedPlace(Field(base.expr, letters), part)
    return TranslatedPlace(base.expr, part, letters)


def value_at(r: WgslReader, node: Expression) -> TranslatedValue:
    place = place_of(r, node)
    return TranslatedValue(r.emitter.target(place), place.type)
