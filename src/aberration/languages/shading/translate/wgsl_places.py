"""Reading WGSL's places: variables, what pointers point to, and parts of both."""

from __future__ import annotations

from ..checker.symbols import UNKNOWN, VariableSymbol
from ..tree import AddressOf, Deref, Expression, Field, Index, Name, Node
from ..types import INT, UINT, Pointer, Reference, Struct, Type, Vector, stored
from .reader import Reader, element_type
from .values import SWIZZLES, Place, Value, plain_letters


class WgslPlaces(Reader):
    """Places."""

    def name_of(self, symbol: VariableSymbol, node: Node) -> Expression:
        found = self.bound.get(symbol)
        if found is not None:
            return found
        if symbol.constant is UNKNOWN:
            raise self.emitter.refuse("override", symbol.name, node)
        raise self.emitter.refuse("stage variable", symbol.name, node)

    def pointed(self, node: Expression, *, fix: bool = False) -> Place:
        """Return the place that a pointer points to."""
        if isinstance(node, AddressOf):
            return self.place(node.operand, fix=fix)
        if isinstance(node, Name):
            symbol = self.typing.symbol_of(node)
            type = stored(symbol.type)
            assert isinstance(type, Pointer)
            return Place(self.name_of(symbol, node), type.store)
        raise self.emitter.refuse(
            "pointers", "a pointer that is neither a name nor made here", node
        )

    def is_place(self, node: Expression) -> bool:
        """Whether an expression names memory."""
        type = self.typing.types.get(id(node))
        if isinstance(type, Reference):
            return True
        if isinstance(node, Field | Index):
            base = self.typing.types.get(id(node.base))
            return isinstance(base, Pointer) or self.is_place(node.base)
        return isinstance(node, Deref)

    def place(self, node: Expression, *, fix: bool = False) -> Place:
        """Return a place; with `fix` its indices are evaluated now and once."""
        if isinstance(node, Name):
            symbol = self.typing.symbol_of(node)
            return Place(self.name_of(symbol, node), stored(symbol.type))
        if isinstance(node, Deref):
            return self.pointed(node.operand, fix=fix)
        assert isinstance(node, Field | Index)
        pointer = isinstance(stored(self.typing.types[id(node.base)]), Pointer)
        base = self.pointed(node.base, fix=fix) if pointer else self.place(node.base, fix=fix)
        if isinstance(node, Field):
            return self._field_place(base, node)
        index = self.index_value(node.index)
        if fix:
            index = self.emitter.temporary(index, "at")
        return Place(Index(base.expr, index.expr), element_type(base.type))

    def index_value(self, node: Expression) -> Value:
        """Return an index; written numbers are plain."""
        return self.value_as(node, UINT if self.typing.types[id(node)] is UINT else INT)

    def _field_place(self, base: Place, node: Field) -> Place:
        if isinstance(base.type, Struct):
            picked = self.picked(Value(base.expr, base.type), node.name)
            return Place(picked.expr, picked.type)
        letters = plain_letters(node.name)
        if base.swizzle:
            letters = "".join(base.swizzle[SWIZZLES[letter]] for letter in letters)
        assert isinstance(base.type, Vector)
        part: Type = self.picked(Value(base.expr, base.type), letters).type
        if len(letters) == 1:
            return Place(Field(base.expr, letters), part)
        return Place(base.expr, part, letters)

    def loaded(self, node: Expression) -> Value:
        place = self.place(node)
        return Value(self.emitter.target(place), place.type)
