"""What may be assigned to."""

from __future__ import annotations

from ...source import quoted
from ...tree import Expression, Field, Index, Name
from ...types import Array, Struct, Type
from ..symbols import VariableSymbol
from .operators import OperatorsPart, holds_array


class PlacesPart(OperatorsPart):
    """Places."""

    def check_place(self, node: Expression) -> None:
        """Refuse what cannot be written: values, constants, inputs, uniforms, a component named
        twice.
        """
        place = node
        while not isinstance(place, Name):
            if isinstance(place, Index):
                place = place.base
            elif isinstance(place, Field):
                self._check_swizzle(place)
                place = place.base
            else:
                self.fail(node, "a variable or a part of one to assign to", "a value")
        symbol = self.typing.symbols.get(id(place))
        if not isinstance(symbol, VariableSymbol):
            self.fail(node, "a variable to assign to", quoted(place.name))
        if not symbol.writable:
            self.fail(
                node, "a variable to assign to", f"{quoted(place.name)}, which cannot be written"
            )
        if "readonly" in symbol.qualifiers or self._is_read_only(node):
            self.fail(node, "a variable to assign to", "one that is readonly")

    def target(self, node: Expression) -> Type:
        """Return the type of a place that is written and not read."""
        part = node
        while isinstance(part, Index | Field | Name):
            self.written.add(id(part))
            if isinstance(part, Name):
                break
            part = part.base
        return self.expression(node)

    def check_readable(self, node: Name | Field, is_write_only: bool) -> None:
        """Refuse to read what is `writeonly`."""
        if is_write_only and id(node) not in self.written:
            self.fail(
                node, "a variable that can be read", f"{quoted(node.name)}, which is writeonly"
            )

    def _check_swizzle(self, node: Field) -> None:
        if isinstance(self.types[id(node.base)], Struct):
            return
        if len(set(node.name)) != len(node.name):
            self.fail(node, "each component once to assign to", quoted(node.name))

    def _is_read_only(self, node: Expression) -> bool:
        while isinstance(node, Index | Field):
            if isinstance(node, Field) and (self.types[id(node.base)], node.name) in self.read_only:
                return True
            node = node.base
        return False

    def check_assignable(self, node: Expression, type: Type) -> None:
        """Refuse types that are not assigned as a whole."""
        if isinstance(type, Array) and type.size is None:
            self.fail(node, "a type that can be assigned", f"{self.a(type)} without a size")
        if not self.features.arrays_are_values and holds_array(type):
            self.fail(node, "a type that can be assigned", f"{self.a(type)}, which holds an array")
