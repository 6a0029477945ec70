"""Operators.

In WGSL a constant expression that overflows, divides by zero or shifts too far is an error, so
operators that may do so have an operand that is not constant; and the divisor or the amount of a
shift, if it is a constant, is one that is allowed.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Call, Conditional, Expression, Name, Unary
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Matrix,
    Scalar,
    Type,
    Vector,
    matrix,
    vector,
    with_element,
)

from .constants import nonzero, small
from .state import Generator

INTEGER_OPERATORS: Final = ("%", "*", "/", "+", "-", "&", "|", "^", "<<", ">>")
FLOAT_OPERATORS: Final = ("+", "-", "*")
_ORDER: Final = ("==", "!=", ">=", ">", "<=", "<")
_LOGIC: Final = ("&&", "||", "==", "!=")
_LAZY: Final = frozenset(("&&", "||"))
_BITS: Final = frozenset(("&", "|", "^"))
_SHIFTS: Final = frozenset(("<<", ">>"))
_DIVISIONS: Final = frozenset(("/", "%"))


def binary(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return an infix operation."""
    scalar = type.scalar
    if scalar is BOOL:
        return _truth(gen, type, depth, runtime)
    if isinstance(type, Matrix):
        return _matrix(gen, type, depth, runtime)
    if scalar is FLOAT:
        return _floats(gen, type, depth, runtime)
    op = gen.rng.choose(INTEGER_OPERATORS)
    if op in _SHIFTS or op in _DIVISIONS:
        left, right = type, right_type(gen, op, type)
        if op in _DIVISIONS and right is not type and gen.rng.chance(0.5):
            left, right = right, type
        outside, gen.is_barred = gen.is_barred, gen.is_barred or not gen.wgsl
        second, varies = right_operand(gen, op, right, depth + 1)
        needed = (runtime or gen.wgsl) and not varies
        made = Binary(op=op, left=gen.expression(left, depth + 1, runtime=needed), right=second)
        gen.is_barred = outside
        return made
    needed = runtime or (gen.wgsl and op not in _BITS)
    left, right = _shapes(gen, type, mixed=not (gen.wgsl and op in _BITS))
    return _pair(gen, op, left, right, depth, needed)


def _pair(gen: Generator, op: str, left: Type, right: Type, depth: int, needed: bool) -> Expression:
    """Return an operation one of whose sides is not constant where that is needed."""
    # Tint takes `false && x` for a constant, whatever `x` is.
    first = needed and (op in _LAZY or gen.rng.chance(0.5))
    # GLSL leaves the order of operands open, so that none calls what may touch the other one's
    # variables inside.
    outside, gen.is_barred = gen.is_barred, gen.is_barred or not (gen.wgsl or op in _LAZY)
    made = Binary(
        op=op,
        left=gen.expression(left, depth + 1, runtime=first),
        right=gen.expression(right, depth + 1, runtime=needed and not first),
    )
    gen.is_barred = outside
    return made


def _shapes(gen: Generator, type: Type, *, mixed: bool) -> tuple[Type, Type]:
    """Return the types of two operands that give a vector: one of them may be a scalar."""
    if not isinstance(type, Vector) or not mixed or gen.rng.chance(0.6):
        return type, type
    if gen.rng.chance(0.5):
        return type, type.component
    return type.component, type


def right_type(gen: Generator, op: str, left: Type) -> Type:
    """Return a type for the right operand of an operator whose result is of the left one's."""
    chance = gen.rng.chance
    if op in _SHIFTS:
        scalar = UINT if gen.wgsl or chance(0.5) else INT
        if isinstance(left, Vector) and (gen.wgsl or chance(0.5)):
            return vector(scalar, left.size)
        return scalar
    if isinstance(left, Vector) and not (gen.wgsl and op in _BITS) and chance(0.4):
        return left.component
    return left


def right_operand(gen: Generator, op: str, type: Type, depth: int) -> tuple[Expression, bool]:
    """Return a divisor or the amount of a shift, and whether it is certainly no constant."""
    literal = gen.rng.chance(0.4 if op in _SHIFTS else 0.25)
    if literal:
        return (small(gen, type, 32) if op in _SHIFTS else nonzero(gen, type)), False
    return gen.expression(type, depth, runtime=gen.wgsl), gen.wgsl


# ---- truth values


def _truth(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    rng = gen.rng
    if isinstance(type, Vector):
        if not gen.wgsl:
            return None
        scalar = rng.choose(gen.scalars)
        operands: Type = vector(scalar, type.size)
        ops = ("==", "!=", "&", "|") if scalar is BOOL else _ORDER
        return _pair(gen, rng.choose(ops), operands, operands, depth, runtime)
    scalar = rng.choose(gen.scalars)
    if scalar is BOOL:
        more = ("&", "|") if gen.wgsl else ("^^",)
        return _pair(gen, rng.choose(_LOGIC + more), BOOL, BOOL, depth, runtime)
    if not gen.wgsl and rng.chance(0.1):
        whole = rng.choose(gen.values)
        return _pair(gen, rng.choose(("==", "!=")), whole, whole, depth, runtime)
    return _pair(gen, rng.choose(_ORDER), scalar, scalar, depth, runtime)


# ---- floats


def _floats(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression:
    needed = runtime or gen.wgsl
    if isinstance(type, Vector) and "matrices" in gen.features.types and gen.rng.chance(0.15):
        size = gen.rng.between(2, 4)
        if gen.rng.chance(0.5):
            left, right = matrix(FLOAT, size, type.size), vector(FLOAT, size)
            return _pair(gen, "*", left, right, depth, needed)
        return _pair(gen, "*", vector(FLOAT, size), matrix(FLOAT, type.size, size), depth, needed)
    first, second = _shapes(gen, type, mixed=True)
    return _pair(gen, gen.rng.choose(FLOAT_OPERATORS), first, second, depth, needed)


def _matrix(gen: Generator, type: Matrix, depth: int, runtime: bool) -> Expression:
    rng, needed = gen.rng, runtime or gen.wgsl
    op = rng.choose(FLOAT_OPERATORS)
    if op != "*":
        return _pair(gen, op, type, type, depth, needed)
    if rng.chance(0.5):
        left, right = (type, FLOAT) if rng.chance(0.5) else (FLOAT, type)
        return _pair(gen, op, left, right, depth, needed)
    inner = rng.between(2, 4)
    left_matrix = matrix(FLOAT, inner, type.rows)
    return _pair(gen, op, left_matrix, matrix(FLOAT, type.columns, inner), depth, needed)


# ---- one and three operands


def unary(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return a prefix operation."""
    ops = _prefixes(gen, type)
    if not ops:
        return None
    op = gen.rng.choose(ops)
    # The negative of a constant may be out of its type's range.
    needed = runtime or (gen.wgsl and op == "-")
    return Unary(op=op, operand=gen.expression(type, depth + 1, runtime=needed))


def _prefixes(gen: Generator, type: Type) -> tuple[str, ...]:
    assert type.scalar is not None
    kind = type.scalar.kind
    if kind == "bool":
        return ("!",) if gen.wgsl or isinstance(type, Scalar) else ()
    if isinstance(type, Matrix):
        return () if gen.wgsl else ("-", "+")
    if gen.wgsl:
        return {"int": ("~", "-"), "uint": ("~",), "float": ("-",)}[kind]
    return ("-", "+") if kind == "float" else ("~", "-", "+")


def conditional(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return `c ? a : b`; in WGSL `select`, of a bool or of one for each component."""
    if not gen.wgsl:
        return Conditional(
            condition=gen.expression(BOOL, depth + 1, runtime=runtime),
            then=gen.expression(type, depth + 1),
            otherwise=gen.expression(type, depth + 1),
        )
    if isinstance(type, Matrix):
        return None
    condition = with_element(type, BOOL) if gen.rng.chance(0.5) else BOOL
    first, second = gen.expression(type, depth + 1), gen.expression(type, depth + 1)
    third = gen.expression(condition, depth + 1, runtime=runtime)
    return Call(callee=Name(name="select"), args=(first, second, third))
