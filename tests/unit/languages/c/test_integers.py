"""C's integers case by case; `tests/quality/test_c_integers.py` has compilers judge them."""

from __future__ import annotations

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.languages.c.integers import (
    BINARY_OPERATORS,
    BOOL,
    CHAR,
    INT,
    LONG,
    NAMED_TYPES,
    SHORT,
    UCHAR,
    UINT,
    ULONG,
    UNARY_OPERATORS,
    USHORT,
    BinaryOperator,
    IntType,
    UnaryOperator,
    binary,
    binary_type,
    c_type_name,
    common,
    convert,
    literal,
    promote,
    unary,
    unary_type,
)

INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1
LONG_MIN, LONG_MAX, ULONG_MAX = -(2**63), 2**63 - 1, 2**64 - 1
S5, U5, S31, U31, S32, U32 = (
    IntType(width, signed) for width in (5, 31, 32) for signed in (True, False)
)
BOOLEAN_BIT = IntType(1, signed=False, boolean=True)


@pytest.mark.parametrize(
    ("t", "low", "high"),
    [
        (BOOL, 0, 1),
        (CHAR, -128, 127),
        (USHORT, 0, 65535),
        (INT, INT_MIN, INT_MAX),
        (ULONG, 0, ULONG_MAX),
        (S5, -16, 15),
    ],
)
def test_limits(t: IntType, low: int, high: int) -> None:
    assert (t.low, t.high) == (low, high)


@pytest.mark.parametrize(
    ("t", "to"),
    [
        *(
            (t, INT)
            for t in (BOOL, CHAR, UCHAR, SHORT, USHORT, INT, S5, U5, S31, U31, S32, BOOLEAN_BIT)
        ),
        *((UINT, UINT), (U32, UINT), (LONG, LONG), (ULONG, ULONG)),
    ],
)
def test_promotion(t: IntType, to: IntType) -> None:
    assert promote(t) is to


@pytest.mark.parametrize("width", [33, 40, 63])
def test_wide_bit_fields_are_refused(width: int) -> None:
    with pytest.raises(BadInput, match=f"but got one of {width} bits"):
        promote(IntType(width, signed=True))


@pytest.mark.parametrize(
    ("a", "b", "to"),
    [
        (CHAR, USHORT, INT),
        (U31, S5, INT),
        (INT, UINT, UINT),
        (U32, SHORT, UINT),
        (UINT, LONG, LONG),
        (ULONG, INT, ULONG),
        (LONG, ULONG, ULONG),
        (LONG, UCHAR, LONG),
    ],
)
def test_common_type(a: IntType, b: IntType, to: IntType) -> None:
    assert common(a, b) is to
    assert common(b, a) is to


@pytest.mark.parametrize(
    ("value", "to", "result"),
    [
        *((2, BOOL, 1), (0, BOOL, 0), (-256, BOOL, 1), (2, BOOLEAN_BIT, 1)),
        *((200, CHAR, -56), (-1, UCHAR, 255), (0x18000, SHORT, -0x8000), (-1, ULONG, ULONG_MAX)),
        *((2**63, LONG, LONG_MIN), (16, S5, -16), (33, U5, 1), (-17, S5, 15), (UINT_MAX, INT, -1)),
    ],
)
def test_conversion(value: int, to: IntType, result: int) -> None:
    assert convert(value, to) == result


@pytest.mark.parametrize(
    ("op", "value", "t", "result"),
    [
        ("-", 1, USHORT, (-1, INT)),
        ("-", 1, UINT, (UINT_MAX, UINT)),
        ("-", INT_MIN, INT, None),
        ("-", INT_MIN, LONG, (-INT_MIN, LONG)),
        ("-", LONG_MIN, LONG, None),
        ("~", 0, BOOL, (-1, INT)),
        ("~", 0, U32, (UINT_MAX, UINT)),
        ("~", 5, ULONG, (ULONG_MAX - 5, ULONG)),
        ("~", INT_MIN, INT, (INT_MAX, INT)),
        ("!", 0, ULONG, (1, INT)),
        ("!", -3, LONG, (0, INT)),
        ("+", -4, S5, (-4, INT)),
    ],
)
def test_unary(
    op: UnaryOperator, value: int, t: IntType, result: tuple[int, IntType] | None
) -> None:
    assert unary(op, value, t) == result


@pytest.mark.parametrize(
    ("a", "ta", "op", "b", "tb", "result"),
    [
        (INT_MAX, INT, "+", 0, INT, (INT_MAX, INT)),
        (UINT_MAX, UINT, "+", 1, INT, (0, UINT)),
        (INT_MAX, INT, "+", 1, LONG, (INT_MAX + 1, LONG)),
        (0, UCHAR, "-", 1, UCHAR, (-1, INT)),
        (0, U31, "-", 1, U31, (-1, INT)),
        (0, U32, "-", 1, U31, (UINT_MAX, UINT)),
        (ULONG_MAX, ULONG, "*", ULONG_MAX, ULONG, (1, ULONG)),
        (-1, INT, "*", 2, UINT, (UINT_MAX - 1, UINT)),
        (-7, INT, "/", 2, INT, (-3, INT)),
        (7, INT, "/", -2, INT, (-3, INT)),
        (-7, INT, "%", 2, INT, (-1, INT)),
        (7, INT, "%", -2, INT, (1, INT)),
        (-7, INT, "/", 2, UINT, ((2**32 - 7) // 2, UINT)),
        (INT_MIN, INT, "/", -1, LONG, (-INT_MIN, LONG)),
        (1, INT, "<<", 30, ULONG, (1 << 30, INT)),
        (1, UINT, "<<", 31, CHAR, (1 << 31, UINT)),
        (3, UINT, "<<", 31, INT, (1 << 31, UINT)),
        (-5, INT, ">>", 1, ULONG, (-3, INT)),
        (255, UCHAR, "<<", 3, BOOL, (2040, INT)),
        (-1, INT, "&", UINT_MAX, UINT, (UINT_MAX, UINT)),
        (-1, CHAR, "&", 255, INT, (255, INT)),
        (-1, INT, "^", 1, LONG, (-2, LONG)),
        (-1, INT, "|", 0, ULONG, (ULONG_MAX, ULONG)),
        (-1, INT, "<", 1, UINT, (0, INT)),
        (-1, INT, "<", 1, USHORT, (1, INT)),
        (-1, INT, "==", UINT_MAX, UINT, (1, INT)),
        (-1, LONG, "==", UINT_MAX, UINT, (0, INT)),
        (5, ULONG, ">=", 5, CHAR, (1, INT)),
        (5, ULONG, "!=", 5, CHAR, (0, INT)),
        (5, INT, ">", 5, INT, (0, INT)),
        (5, INT, "<=", 5, INT, (1, INT)),
        (2, LONG, "&&", 4, INT, (1, INT)),
        (2, LONG, "&&", 0, INT, (0, INT)),
        (0, LONG, "||", -1, INT, (1, INT)),
        (0, LONG, "||", 0, INT, (0, INT)),
    ],
)
def test_binary(
    a: int, ta: IntType, op: BinaryOperator, b: int, tb: IntType, result: tuple[int, IntType]
) -> None:
    assert binary(op, a, ta, b, tb) == result
    assert binary_type(op, ta, tb) is result[1]


@pytest.mark.parametrize(
    ("reason", "a", "ta", "op", "b", "tb"),
    [
        ("sum too large", INT_MAX, INT, "+", 1, CHAR),
        ("difference too small", LONG_MIN, LONG, "-", 1, INT),
        ("product of promoted operands", 65535, USHORT, "*", 65535, USHORT),
        ("division by zero", 1, INT, "/", 0, INT),
        ("remainder of zero", 1, ULONG, "%", 0, CHAR),
        ("quotient too large", INT_MIN, INT, "/", -1, SHORT),
        ("its remainder", INT_MIN, INT, "%", -1, SHORT),
        ("its remainder, long", LONG_MIN, LONG, "%", -1, INT),
        ("count as wide", 1, INT, "<<", 32, INT),
        ("count as wide as promoted", 1, UCHAR, ">>", 32, INT),
        ("count not reduced to the type of the left", 1, UINT, "<<", 1 << 32, LONG),
        ("count negative", 1, LONG, ">>", -1, INT),
        ("left shift of a negative", -1, INT, "<<", 0, INT),
        ("into the sign", 1, INT, "<<", 31, INT),
        ("out of a long", 1 << 62, LONG, "<<", 1, INT),
    ],
)
def test_undefined(
    reason: str, a: int, ta: IntType, op: BinaryOperator, b: int, tb: IntType
) -> None:
    assert binary(op, a, ta, b, tb) is None, reason


@pytest.mark.parametrize("ta", NAMED_TYPES, ids=c_type_name)
@pytest.mark.parametrize("tb", [*NAMED_TYPES, S5, U31], ids=str)
def test_every_result_is_within_its_type(ta: IntType, tb: IntType) -> None:
    values = [(a, b) for a in (ta.low, 1, ta.high) for b in (tb.low, 1, tb.high)]
    results = [
        (binary(op, a, ta, b, tb), binary_type(op, ta, tb))
        for op in BINARY_OPERATORS
        for a, b in values
    ]
    results += [(unary(op, a, ta), unary_type(op, ta)) for op in UNARY_OPERATORS for a, _ in values]
    for result, t in results:
        assert result is None or (result[1] is t and t.low <= result[0] <= t.high)


@pytest.mark.parametrize(
    ("value", "t", "text"),
    [
        *((5, INT, "5"), (-5, INT, "(-5)"), (0, UINT, "0U"), (7, LONG, "7L"), (-7, LONG, "(-7L)")),
        *((INT_MIN, INT, "(-2147483647-1)"), (LONG_MIN, LONG, "(-9223372036854775807L-1)")),
        *((INT_MAX, INT, "2147483647"), (ULONG_MAX, ULONG, "18446744073709551615UL")),
        *(
            (-128, CHAR, "(-128)"),
            (65535, USHORT, "65535"),
            (1, BOOL, "1"),
            (-16, S5, "(-16)"),
            (9, U32, "9U"),
        ),
    ],
)
def test_literals(value: int, t: IntType, text: str) -> None:
    assert literal(value, t) == text


@pytest.mark.parametrize(
    ("value", "t"), [(2, BOOL), (128, CHAR), (-1, UINT), (16, S5), (2**64, ULONG)]
)
def test_literals_beyond_their_type_are_refused(value: int, t: IntType) -> None:
    with pytest.raises(BadInput, match="the limits of its type"):
        literal(value, t)


def test_names() -> None:
    assert c_type_name(IntType(64, signed=False)) == "unsigned long"
    assert c_type_name(BOOL) == "_Bool"


@pytest.mark.parametrize("t", [S5, U31, BOOLEAN_BIT])
def test_bit_fields_have_no_name(t: IntType) -> None:
    with pytest.raises(BadInput, match="only a bit-field has"):
        c_type_name(t)


def test_types_go_to_json_and_back() -> None:
    types = [*NAMED_TYPES, S5]
    assert msgspec.json.decode(msgspec.json.encode(types), type=list[IntType]) == types


def test_a_type_of_no_bits_is_no_type() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode("[0,true]", type=IntType)
