from __future__ import annotations

import pytest

from aberration.core.rng import Rng
from aberration.languages.c.expressions import (
    Binary,
    Cast,
    Expression,
    Literal,
    Read,
    Unary,
    evaluate,
    type_of,
)
from aberration.languages.c.integers import CHAR, INT, NAMED_TYPES, UCHAR, ULONG, USHORT, IntType
from aberration.methods.emi import synthesis
from aberration.methods.emi.synthesis import Term, constant, expression, leaves

READS = (Read("a", INT), Read("b", UCHAR), Read("c", ULONG), Read("d", IntType(5, True)))
COLUMNS = {"a": [0, -(2**31), 7], "b": [0, 255, 3], "c": [2**64 - 1, 0, 9], "d": [-16, 15, 0]}


@pytest.mark.parametrize("number", range(300))
def test_what_is_synthesised_is_defined_and_has_the_values_that_it_says(number: int) -> None:
    made = expression(Rng.of(number), leaves(READS, COLUMNS), 3)
    assert evaluate(made.expression, COLUMNS, 3) == (list(made.values), made.type)


@pytest.mark.parametrize("number", range(0, 300, 50))
def test_floating_point_is_exact_in_every_state(number: int) -> None:
    small = leaves((Read("a", INT), Read("b", UCHAR)), {"a": [0, -8, 7], "b": [1, 2, 4]})
    made = [synthesis.float_operation(Rng.of(each), *small) for each in range(number, number + 50)]
    found = [each for each in made if each is not None]
    assert len(found) > 20
    for each in found:
        columns = {"a": [0, -8, 7], "b": [1, 2, 4]}
        assert evaluate(each.expression, columns, 3) == (list(each.values), each.type)


def test_an_undefined_operation_is_none() -> None:
    a, b = leaves(READS, COLUMNS)[:2]
    assert synthesis.unary("-", a) is None
    assert synthesis.binary("/", a, b) is None
    assert synthesis.binary("&", a, b) is not None


def test_a_literal_of_a_narrow_type_is_an_int() -> None:
    made = constant(200, UCHAR, 2)
    assert (made.type, made.values, type_of(made.expression)) == (INT, [200, 200], INT)


def test_the_same_seed_gives_the_same_expression() -> None:
    terms = leaves(READS, COLUMNS)
    assert expression(Rng.of(5), terms, 3) == expression(Rng.of(5), terms, 3)


def test_expressions_differ_and_use_the_places() -> None:
    made = [expression(Rng.of(number), leaves(READS, COLUMNS), 3) for number in range(100)]
    assert len({str(each.expression) for each in made}) > 90
    assert sum("Read" in str(each.expression) for each in made) > 60


def test_a_term_is_evaluated_over_others() -> None:
    made = synthesis.binary("+", leaves(READS, COLUMNS)[1], constant(1, INT, 3))
    assert made is not None
    again = synthesis.evaluate_term(made.expression, leaves(READS, COLUMNS), 3)
    assert again == Term(made.expression, [1, 256, 4], INT)
    assert synthesis.evaluate_term(Read("unknown", INT), leaves(READS, COLUMNS), 3) is None


def test_a_cast_wraps() -> None:
    made = synthesis.cast(USHORT, Term(Read("e", CHAR), [-1, 5], CHAR))
    assert made == Term(Cast(USHORT, Read("e", CHAR)), [65535, 5], USHORT)
    assert evaluate(made.expression, {"e": [-1, 5]}, 2) == ([65535, 5], USHORT)


def _below(tree: Expression) -> list[Expression]:
    children: tuple[Expression, ...] = ()
    if isinstance(tree, Binary):
        children = (tree.left, tree.right)
    elif isinstance(tree, Unary | Cast):
        children = (tree.operand,)
    return [tree, *(each for child in children for each in _below(child))]


def test_every_type_is_cast_to_and_logic_is_nested_with_constants() -> None:
    made = [expression(Rng.of(number), leaves(READS, COLUMNS), 3) for number in range(2000)]
    nodes = [node for each in made for node in _below(each.expression)]
    assert {node.type for node in nodes if isinstance(node, Cast)} == {*NAMED_TYPES}
    logic = [node for node in nodes if isinstance(node, Binary) and node.op in synthesis.LOGICAL]
    assert {node.op for node in logic} == {"&&", "||"}
    nested = [node for node in logic if any(inner in logic for inner in _below(node)[1:])]
    assert len(nested) > 50
    # The shape of a bug of tcc: code of the right operand is never wanted, and a constant is in it.
    assert any(
        isinstance(node.left, Literal)
        and any(isinstance(inner, Literal) for each in _below(node.right) for inner in _below(each))
        for node in nested
    )
