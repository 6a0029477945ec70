"""Values of expressions: references that are loaded, and constants in the type that is wanted."""

from __future__ import annotations

from ...tree import Expression, Node
from ...types import Reference, Type
from .. import arithmetic
from ..effects import root_of
from ..fault import fail, refuse
from ..symbols import UNKNOWN, Constant, VariableSymbol
from .conversion_rank import NEVER, concrete, rank
from .state import WgslChecker, spelling


def value_type(checker: WgslChecker, node: Expression) -> Type:
    """Return the type of the value of an expression: a reference is loaded."""
    type = checker.expression(node)
    if not isinstance(type, Reference):
        return type
    if type.access == "write":
        fail(node, "a variable that can be read", "one that can only be written")
    checker.effects.touch(root_variable(checker, node), written=False)
    return type.store


def root_variable(checker: WgslChecker, node: Expression) -> VariableSymbol | None:
    """Return the variable or pointer parameter that a place or pointer comes from."""
    return root_of(node, checker.symbols, checker.roots)


def converted_constant(
    checker: WgslChecker, node: Expression, given: Type, wanted: Type, what: str
) -> Constant | None:
    """Refuse a value that does not become the type that is wanted; return it in that type
    if it is a constant.
    """
    if given is not wanted and rank(given, wanted) == NEVER:
        fail(node, f"{spelling(wanted)} {what}", spelling(given))
    return fitting_constant(checker, node, given, wanted)


def fitting_constant(
    checker: WgslChecker, node: Expression, given: Type, wanted: Type
) -> Constant | None:
    """Return a constant as another type has it; refuse one that this type cannot hold."""
    value = checker.constants.get(id(node))
    if value is None or value is UNKNOWN or given is wanted:
        return value
    return constant_as(node, value, given, wanted)


def constant_as(node: Node, value: Constant, given: Type, wanted: Type) -> Constant:
    source, target = arithmetic.innermost(given), arithmetic.innermost(wanted)
    if value is UNKNOWN or source is None or target is None or source is target:
        return value
    for part in arithmetic.flat(value):
        if not isinstance(part, bool) and arithmetic.overflows(part, target):
            refuse(node, f"the value {part} cannot be represented as {spelling(target)}")
    return arithmetic.convert(value, source, target)


def concrete_type(checker: WgslChecker, node: Expression) -> Type:
    """Return the type of a value that stays: abstract numbers become i32 and f32."""
    given = value_type(checker, node)
    wanted = concrete(given)
    if wanted is not given:
        fitting_constant(checker, node, given, wanted)
    return wanted
