"""C's integers on x86-64 Linux (LP64), exactly: types, promotion, conversions, operators (C11 6.3.1
and 6.5).

Values are Python integers within the limits of their type. An operation gives `None` where C leaves
it undefined. What C leaves to the implementation is as gcc, clang and tcc have it: conversions
wrap, `>>` keeps the sign. `long long` is `long` here: same width, same results.
"""

from __future__ import annotations

import operator as exact
from collections.abc import Callable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from aberration.core.errors import BadInput

UnaryOperator: TypeAlias = Literal["-", "~", "!", "+"]
BinaryOperator: TypeAlias = Literal[
    "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"
]


class IntType(msgspec.Struct, frozen=True, array_like=True):
    """An integer type of C, or that of a bit-field: then `width` is the declared one, at most 32.

    A bit-field as wide as an integer type behaves like it, and counts as it.
    """

    width: Annotated[int, msgspec.Meta(ge=1, le=64)]
    signed: bool
    boolean: bool = False

    @property
    def low(self) -> int:
        """Return the smallest value."""
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """Return the largest value."""
        if self.boolean:
            return 1
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1


BOOL: Final = IntType(8, False, True)
CHAR: Final = IntType(8, True)
UCHAR: Final = IntType(8, False)
SHORT: Final = IntType(16, True)
USHORT: Final = IntType(16, False)
INT: Final = IntType(32, True)
UINT: Final = IntType(32, False)
LONG: Final = IntType(64, True)
ULONG: Final = IntType(64, False)

UNARY_OPERATORS: Final[tuple[UnaryOperator, ...]] = ("-", "~", "!", "+")
BINARY_OPERATORS: Final[tuple[BinaryOperator, ...]] = (
    *("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"),
    *("<", "<=", ">", ">=", "==", "!=", "&&", "||"),
)
NAMED_TYPES: Final = {
    BOOL: "_Bool",
    CHAR: "signed char",
    UCHAR: "unsigned char",
    SHORT: "short",
    USHORT: "unsigned short",
    INT: "int",
    UINT: "unsigned int",
    LONG: "long",
    ULONG: "unsigned long",
}

_SUFFIXES: Final = {INT: "", UINT: "U", LONG: "L", ULONG: "UL"}
_INT_LIMIT: Final = 1 << 31
_LONG_LIMIT: Final = 1 << 63
_UINT_MASK: Final = (1 << 32) - 1
_ULONG_MASK: Final = (1 << 64) - 1


def promote(t: IntType) -> IntType:
    """Return the type after integer promotion (C11 6.3.1.1): one of INT, UINT, LONG, ULONG
    themselves.
    """
    width = t.width
    # All values of a narrower type fit an int, also those of the unsigned ones.
    if width < 32:
        return INT
    if width == 32:
        return INT if t.signed else UINT
    if width == 64:
        return LONG if t.signed else ULONG
    raise BadInput(
        (
            f"expected a C integer type, or a bit-field of at most 32 bits, but got one of "
            f"{width} bits"
        ),
        hint="Compilers disagree about the promotion of wider bit-fields; leave them out.",
    )


def common(a: IntType, b: IntType) -> IntType:
    """Return the type of the usual arithmetic conversions (C11 6.3.1.8): one of INT, UINT,
    LONG, ULONG themselves.
    """
    left, right = promote(a), promote(b)
    if left is right:
        return left
    if left.width != right.width:
        return left if left.width > right.width else right
    # Of one width the unsigned one wins (6.3.1.8): signed ones of the same width cannot hold all
    # its values.
    return right if left.signed else left


def convert(value: int, to: IntType) -> int:
    """Return the value after conversion, as by a cast or an assignment: it wraps; to `_Bool` it
    is whether not 0.
    """
    if to.boolean:
        return 1 if value else 0
    width = to.width
    value &= (1 << width) - 1
    return value - (1 << width) if to.signed and value >> (width - 1) else value


def unary_type(operator: UnaryOperator, t: IntType) -> IntType:
    """Return the type that a unary operator gives."""
    return INT if operator == "!" else promote(t)


def binary_type(operator: BinaryOperator, a: IntType, b: IntType) -> IntType:
    """Return the type that a binary operator gives."""
    if operator in _COMPARISONS or operator in _LOGICAL:
        return INT
    return promote(a) if operator in _SHIFTS else common(a, b)


def unary(operator: UnaryOperator, value: int, t: IntType) -> tuple[int, IntType] | None:
    """Return value and type of `operator value`; None if it overflows."""
    if operator == "!":
        return (0 if value else 1), INT
    to = promote(t)
    if operator == "~":
        return _fit(~value, to)
    return _fit(-value if operator == "-" else value, to)


def binary(
    operator: BinaryOperator, a: int, ta: IntType, b: int, tb: IntType
) -> tuple[int, IntType] | None:
    """Return value and type of `a operator b`; None if it is undefined.

    Undefined are signed overflow, division by zero (and of the smallest value by -1), a shift count
    that is negative or not below the width, and a left shift that starts negative or does not fit
    (C11 6.5, 6.5.5, 6.5.7). Both operands of `&&` and `||` are taken as evaluated; that C may skip
    the right one is the caller's business.
    """
    if operator in _SHIFTS:
        return _shift(operator, a, promote(ta), b)
    if operator in _LOGICAL:
        holds = (a and b) if operator == "&&" else (a or b)
        return (1 if holds else 0), INT
    t = common(ta, tb)
    if not t.signed:
        mask = _UINT_MASK if t is UINT else _ULONG_MASK
        a, b = a & mask, b & mask
    compare = _COMPARISONS.get(operator)
    if compare is not None:
        return (1 if compare(a, b) else 0), INT
    calculate = _ARITHMETIC.get(operator)
    if calculate is not None:
        return _fit(calculate(a, b), t)
    return _divide(operator, a, b, t)


def literal(value: int, t: IntType) -> str:
    """Return C text of a constant with this value and type; for a type narrower than int it is one
    of int.

    A negative one stands in parentheses; the smallest int and long are written as C's own headers
    do, since their absolute value is no constant of the type.
    """
    if not t.low <= value <= t.high:
        raise BadInput(
            f"expected a value in {t.low}..{t.high}, the limits of its type, but got {value}"
        )
    to = promote(t)
    suffix = _SUFFIXES[to]
    if value == to.low and to.signed:
        return f"(-{to.high}{suffix}-1)"
    return f"(-{-value}{suffix})" if value < 0 else f"{value}{suffix}"


def c_type_name(t: IntType) -> str:
    """Return the name of the type in C; `long` for `long long`. The type of a bit-field has
    none: `BadInput`.
    """
    name = NAMED_TYPES.get(t)
    if name is None:
        kind = "signed" if t.signed else "unsigned"
        raise BadInput(
            f"expected a type that has a name in C, but got {t.width} {kind} bits, as "
            f"only a bit-field has"
        )
    return name


def _fit(value: int, t: IntType) -> tuple[int, IntType] | None:
    """Return an exact result in a promoted type: wrapped if that is unsigned, refused if it
    overflows.
    """
    if t is INT:
        return (value, INT) if -_INT_LIMIT <= value < _INT_LIMIT else None
    if t is UINT:
        return value & _UINT_MASK, UINT
    if t is ULONG:
        return value & _ULONG_MASK, ULONG
    return (value, LONG) if -_LONG_LIMIT <= value < _LONG_LIMIT else None


def _shift(operator: BinaryOperator, a: int, t: IntType, count: int) -> tuple[int, IntType] | None:
    if not 0 <= count < t.width:
        return None
    if operator == ">>":
        return a >> count, t
    return None if a < 0 else _fit(a << count, t)


def _divide(operator: BinaryOperator, a: int, b: int, t: IntType) -> tuple[int, IntType] | None:
    """Return quotient or remainder, rounded towards zero; the remainder is undefined where the
    quotient is.
    """
    if b == 0:
        return None
    quotient = abs(a) // abs(b)
    quotient = quotient if (a < 0) == (b < 0) else -quotient
    fitted = _fit(quotient, t)
    if fitted is None or operator == "/":
        return fitted
    return a - quotient * b, t


_SHIFTS: Final = frozenset({"<<", ">>"})
_LOGICAL: Final = frozenset({"&&", "||"})
_COMPARISONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": exact.lt,
    "<=": exact.le,
    ">": exact.gt,
    ">=": exact.ge,
    "==": exact.eq,
    "!=": exact.ne,
}
_ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": exact.add,
    "-": exact.sub,
    "*": exact.mul,
    "&": exact.and_,
    "|": exact.or_,
    "^": exact.xor,
}
