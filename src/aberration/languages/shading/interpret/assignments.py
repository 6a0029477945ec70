"""Assignments: those inside expressions, and what they share with statements."""

from __future__ import annotations

from typing import Final

from ..analysis.access import clash
from ..tree import AssignExpr, Expression, IncrementExpr, Node
from ..types import Matrix, Scalar, Type, Vector, with_element
from .conversion import convert, value_as, with_scalars
from .generator import Generator, Values
from .operators import common_element, operation, raise_unordered
from .places import Place, load, place_of, store
from .settling import in_order, settle, spill
from .texts import constant_value
from .value import Value, scalar_of


def _assign(gen: Generator, node: AssignExpr) -> Value:
    check_assignment(gen, node, node.op, node.target, node.value)
    place = place_of(gen, node.target, frozen=True)
    value = (
        value_as(gen, node.value, place.type)
        if node.op == "="
        else compound_value(gen, node, node.op[:-1], place, node.value)
    )
    store(gen, place, value)
    return spill(gen, load(gen, place)) if place.slots else load(gen, place)


def check_assignment(
    gen: Generator, node: Node, op: str, target: Expression, value: Expression
) -> None:
    """Refuse, when it is run, an assignment whose value writes what the target touches."""
    access = gen.facts.access
    place = access.place_of(target)
    if gen.semantics.ordered or place is None:
        return
    given, addressed = access.effects(value), access.addressing(target)
    touched = (place, *addressed.reads, *addressed.writes)
    symbol = clash(given.writes, touched) or clash(addressed.writes, (*given.reads, place))
    if symbol is not None:
        raise_unordered(gen, node, symbol.name)


def compound_value(gen: Generator, node: Node, op: str, place: Place, value: Expression) -> Value:
    """Return `place op value`, brought to the place's type."""
    given = gen.type_of(value)
    shift = op in ("<<", ">>")
    element = (
        scalar_of(place.type)
        if shift
        else common_element(gen, scalar_of(place.type), scalar_of(given))
    )
    wanted = given if shift else with_element(given, element)
    old, new = in_order(gen, [lambda: load(gen, place), lambda: value_as(gen, value, wanted)])
    old = with_scalars(gen, old, element, node)
    return convert(
        gen, operation(gen, node, op, old, new, _result_type(old.type, new.type)), place.type, node
    )


def _increment(gen: Generator, node: IncrementExpr) -> Value:
    place = place_of(gen, node.target, frozen=True)
    old = spill(gen, settle(gen, load(gen, place), node.target))
    new = step(gen, node, node.op, old)
    store(gen, place, new)
    return spill(gen, load(gen, place)) if node.prefix else old


def step(gen: Generator, node: Node, op: str, old: Value) -> Value:
    """Return a value one up or down."""
    one = constant_value(1.0 if scalar_of(old.type).is_float else 1, scalar_of(old.type))
    return operation(gen, node, op[0], old, one, old.type)


def _result_type(left: Type, right: Type) -> Type:
    if isinstance(left, Matrix) or isinstance(right, Scalar):
        return left
    if isinstance(left, Scalar):
        return right
    return left if isinstance(left, Vector) else right


ASSIGNMENTS: Final[Values] = {AssignExpr: _assign, IncrementExpr: _increment}
