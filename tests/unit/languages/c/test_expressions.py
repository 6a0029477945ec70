"""Expression trees: type, text, values in many states, JSON, simplification."""

from __future__ import annotations

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.languages.c.expressions import (
    Binary,
    Cast,
    Columns,
    Expression,
    Floating,
    FloatRead,
    Literal,
    Read,
    Unary,
    evaluate,
    reads,
    render,
    size,
    smaller,
    type_of,
)
from aberration.languages.c.integers import (
    BOOL,
    CHAR,
    INT,
    LONG,
    SHORT,
    UINT,
    ULONG,
    USHORT,
    BinaryOperator,
    IntType,
)

BITS = IntType(5, signed=False)
X, Y, FIELD = Read("g_1", INT), Read("l_2[3]", USHORT), Read("s.f0", BITS)
ZERO, ONE, TEN = Literal(0, INT), Literal(1, INT), Literal(10, INT)
QUOTIENT = Binary("/", TEN, X)
GUARDED = Binary("&&", Binary("!=", X, ZERO), Binary(">", QUOTIENT, ONE))
EVERY_KIND = Binary(
    "||", Unary("!", Cast(USHORT, Unary("~", FIELD))), Binary("<", X, Literal(2**64 - 1, ULONG))
)
COLUMNS: Columns = {"g_1": (0, 3, -1, 10), "l_2[3]": (7, 7, 7, 7), "s.f0": (0, 31, 1, 2)}


@pytest.mark.parametrize(
    ("e", "t"),
    [
        (FIELD, BITS),
        (Unary("+", FIELD), INT),
        (Literal(5, SHORT), INT),
        (Literal(5, UINT), UINT),
        (Cast(USHORT, X), USHORT),
        (Unary("-", Cast(USHORT, X)), INT),
        (Unary("!", Literal(1, LONG)), INT),
        (Binary("+", Y, Literal(1, UINT)), UINT),
        (Binary("<<", Y, Literal(1, ULONG)), INT),
        (Binary("<", X, Literal(1, ULONG)), INT),
        (GUARDED, INT),
    ],
)
def test_types(e: Expression, t: IntType) -> None:
    assert type_of(e) == t
    evaluated = evaluate(e, {"g_1": [2], "l_2[3]": [3], "s.f0": [4]}, 1)
    assert evaluated is not None
    assert evaluated[1] == t


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (FIELD, "s.f0"),
        (Literal(-5, LONG), "(-5L)"),
        (Unary("-", Unary("-", X)), "(-(-g_1))"),
        (Unary("-", Literal(-5, INT)), "(-(-5))"),
        (Cast(BOOL, Y), "((_Bool)l_2[3])"),
        (Cast(USHORT, Unary("~", X)), "((unsigned short)(~g_1))"),
        (GUARDED, "((g_1 != 0) && ((10 / g_1) > 1))"),
    ],
)
def test_text(e: Expression, text: str) -> None:
    assert render(e) == text


def test_what_c_cannot_say_has_no_text() -> None:
    with pytest.raises(BadInput, match="a type that has a name"):
        render(Cast(BITS, X))
    with pytest.raises(BadInput, match="limits of its type"):
        render(Literal(300, CHAR))


@pytest.mark.parametrize("e", [X, TEN, GUARDED, EVERY_KIND, Literal(-(2**63), LONG)])
def test_trees_go_to_json_and_back(e: Expression) -> None:
    assert msgspec.convert(msgspec.to_builtins(e), Expression) == e
    assert msgspec.json.decode(msgspec.json.encode(e), type=Expression) == e


def test_an_unknown_operator_is_no_tree() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode('["u","++",["r","x",[32,true,false]]]', type=Expression)


@pytest.mark.parametrize(
    ("e", "values"),
    [
        (X, [0, 3, -1, 10]),
        (ONE, [1, 1, 1, 1]),
        (Unary("-", X), [0, -3, 1, -10]),
        (Binary("+", X, Y), [7, 10, 6, 17]),
        (Binary("<", X, Literal(5, UINT)), [1, 1, 0, 0]),
        (Cast(BOOL, X), [0, 1, 1, 1]),
        (Cast(CHAR, Binary("*", X, Literal(100, INT))), [0, 44, -100, -24]),
        (Unary("~", FIELD), [-1, -32, -2, -3]),
    ],
)
def test_values_in_each_state(e: Expression, values: list[int]) -> None:
    assert evaluate(e, COLUMNS, 4) == (values, type_of(e))


def test_undefined_in_one_state_is_undefined() -> None:
    assert evaluate(QUOTIENT, COLUMNS, 4) is None
    assert evaluate(QUOTIENT, {"g_1": [5, 3]}, 2) == ([2, 3], INT)


@pytest.mark.parametrize(
    ("e", "values"),
    [
        (GUARDED, [0, 1, 0, 0]),
        (Binary("||", Binary("==", X, ZERO), QUOTIENT), [1, 1, 1, 1]),
        (Unary("!", Binary("&&", X, QUOTIENT)), [1, 0, 0, 0]),
        (Binary("&&", Binary("==", X, Literal(99, INT)), Binary("/", ONE, ZERO)), [0, 0, 0, 0]),
    ],
)
def test_what_is_skipped_may_be_undefined(e: Expression, values: list[int]) -> None:
    assert evaluate(e, COLUMNS, 4) == (values, INT)


@pytest.mark.parametrize(
    ("op", "left"), [("&&", Binary("<=", X, ZERO)), ("||", Binary("!=", X, ZERO))]
)
def test_what_is_not_skipped_may_not(op: BinaryOperator, left: Expression) -> None:
    assert evaluate(Binary(op, left, QUOTIENT), COLUMNS, 4) is None
    assert evaluate(Binary(op, QUOTIENT, ONE), COLUMNS, 4) is None


@pytest.mark.parametrize(
    "e", [Read("other", INT), Literal(300, CHAR), Cast(BITS, X), Unary("-", Literal(-1, UINT))]
)
def test_what_cannot_be_known_is_refused(e: Expression) -> None:
    assert evaluate(e, COLUMNS, 4) is None
    assert evaluate(Binary("&&", ZERO, e), COLUMNS, 4) is None


def test_values_do_not_depend_on_the_states_beside_them() -> None:
    alone = [
        evaluate(EVERY_KIND, {text: [column[i]] for text, column in COLUMNS.items()}, 1)
        for i in range(4)
    ]
    together = evaluate(EVERY_KIND, COLUMNS, 4)
    assert together is not None
    assert [each[0][0] for each in alone if each] == together[0]


def test_no_states_are_no_values() -> None:
    assert evaluate(GUARDED, {"g_1": ()}, 0) == ([], INT)


def test_reads_and_size() -> None:
    assert reads(Binary("+", Binary("-", Y, X), Y)) == ("l_2[3]", "g_1")
    assert size(GUARDED) == 9
    assert size(X) == 1


def test_smaller_proposes_parts_and_literals() -> None:
    proposals = list(smaller(Binary("+", X, Unary("-", Y))))
    assert proposals[:4] == [ZERO, ONE, X, Unary("-", Y)]
    assert Binary("+", X, Y) in proposals
    assert Binary("+", ZERO, Unary("-", Y)) in proposals
    assert list(smaller(ZERO)) == []
    assert list(smaller(ONE)) == [ZERO]
    assert list(smaller(Literal(5, LONG))) == [ZERO, ONE]


def test_smaller_proposes_values_that_are_known() -> None:
    proposals = list(smaller(Binary("<", X, Y), COLUMNS, 4))
    assert Binary("<", X, Literal(7, INT)) in proposals


@pytest.mark.parametrize("e", [GUARDED, EVERY_KIND])
def test_taking_any_proposal_comes_to_an_end(e: Expression) -> None:
    seen, waiting = {e}, [e]
    while waiting:
        current = waiting.pop()
        proposals = list(smaller(current, COLUMNS, 4))
        assert current not in proposals
        assert all(size(each) <= size(current) for each in proposals)
        fresh = set(proposals) - seen
        seen |= fresh
        waiting.extend(fresh)
    assert ZERO in seen


FLOATING = Floating("double", "*", X, Floating("double", "-", FIELD, ONE, INT), LONG)


def test_floating_point() -> None:
    assert render(FLOATING) == "((long)(((double)g_1) * (((double)s.f0) - 1.0)))"
    assert type_of(FLOATING) == LONG
    assert evaluate(FLOATING, COLUMNS, 4) == ([0, 90, 0, 10], LONG)
    assert reads(FLOATING) == ("g_1", "s.f0")
    assert msgspec.json.decode(msgspec.json.encode(FLOATING), type=Expression) == FLOATING
    less = Floating("float", "<", X, TEN, LONG)
    assert (render(less), type_of(less)) == ("(((float)g_1) < 10.0f)", INT)
    assert Floating("double", "*", ZERO, FLOATING.right, LONG) in list(smaller(FLOATING))


def test_floating_point_that_is_not_exact_has_no_value() -> None:
    assert evaluate(Floating("float", "+", X, Literal(1 << 30, INT), LONG), COLUMNS, 4) is None
    assert evaluate(Floating("double", "/", X, X, INT), COLUMNS, 4) is None


def test_a_floating_variable_is_never_known() -> None:
    variable = FloatRead("x", "float", INT)
    assert evaluate(variable, {"x": (0,)}, 1) is None
    assert reads(Unary("-", variable)) == ("x",)
    assert render(Unary("-", variable)) == "(-((int)x))"
