"""What may be assigned to."""

from __future__ import annotations

from ...source import quote
from ...tree import Expression, Field, Index, Name
from ...types import Array, Struct, Type
from ..fault import fail
from ..symbols import VariableSymbol
from .operators import holds_array
from .state import FamilyChecker, spelling


def check_place(checker: FamilyChecker, node: Expression) -> None:
    """Refuse what cannot be written: values, constants, inputs, uniforms, a component named
    twice.
    """
    place = node
    while not isinstance(place, Name):
        if isinstance(place, Index):
            place = place.base
        elif isinstance(place, Field):
            _check_swizzle(checker, place)
            place = place.base
        else:
            fail(node, "a variable or a part of one to assign to", "a value")
    symbol = checker.symbols.get(id(place))
    if not isinstance(symbol, VariableSymbol):
        fail(node, "a variable to assign to", quote(place.name))
    checker.typing.assigned.add(symbol)
    if not symbol.writable:
        fail(node, "a variable to assign to", f"{quote(place.name)}, which cannot be written")
    if "readonly" in symbol.qualifiers or _is_read_only(checker, node):
        fail(node, "a variable to assign to", "one that is readonly")


def target_type(checker: FamilyChecker, node: Expression) -> Type:
    """Return the type of a place that is written and not read."""
    part = node
    while isinstance(part, Index | Field | Name):
        checker.written.add(id(part))
        if isinstance(part, Name):
            break
        part = part.base
    return checker.expression(node)


def check_readable(checker: FamilyChecker, node: Name | Field, is_write_only: bool) -> None:
    """Refuse to read what is `writeonly`."""
    if is_write_only and id(node) not in checker.written:
        fail(node, "a variable that can be read", f"{quote(node.name)}, which is writeonly")


def _check_swizzle(checker: FamilyChecker, node: Field) -> None:
    if isinstance(checker.types[id(node.base)], Struct):
        return
    if len(set(node.name)) != len(node.name):
        fail(node, "each component once to assign to", quote(node.name))


def _is_read_only(checker: FamilyChecker, node: Expression) -> bool:
    while isinstance(node, Index | Field):
        if (
            isinstance(node, Field)
            and (checker.types[id(node.base)], node.name) in checker.read_only
        ):
            return True
        node = node.base
    return False


def check_assignable(checker: FamilyChecker, node: Expression, type: Type) -> None:
    """Refuse types that are not assigned as a whole."""
    if isinstance(type, Array) and type.size is None:
        fail(node, "a type that can be assigned", f"{spelling(type)} without a size")
    if not checker.features.arrays_are_values and holds_array(type):
        fail(node, "a type that can be assigned", f"{spelling(type)}, which holds an array")
