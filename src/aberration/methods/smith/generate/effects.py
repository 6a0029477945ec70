"""Assignments and increments, as statements and (GLSL, ESSL) inside of expressions."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    AssignExpr,
    Comma,
    Expression,
    IncrementExpr,
)
from aberration.languages.shading.types import BOOL, FLOAT, Matrix, Type, Vector

from .operators import INTEGER_OPERATORS, right_operand, right_type
from .places import writable
from .state import Generator

_FLOAT: Final = ("=", "+=", "-=", "*=")
_INTEGER: Final = ("=", *(f"{op}=" for op in INTEGER_OPERATORS))
_PARTIAL: Final = frozenset(("<<=", ">>=", "/=", "%="))


def operator_for(gen: Generator, type: Type) -> str:
    """Return an operator that assigns to a place of a type."""
    scalar = type.scalar
    if scalar is None or scalar is BOOL:
        return "="
    return gen.rng.choose(_FLOAT if scalar is FLOAT else _INTEGER)


def assigned_value(gen: Generator, op: str, type: Type, depth: int) -> Expression:
    """Return a value for the right side of an assignment to a place of a type."""
    if op == "=":
        return gen.expression(type, depth)
    if op in _PARTIAL:
        wanted = right_type(gen, op[:-1], type)
        return right_operand(gen, op[:-1], wanted, depth)[0]
    if isinstance(type, Matrix):
        whole = op != "*=" or (type.columns == type.rows and gen.rng.chance(0.5))
        return gen.expression(type if whole else FLOAT, depth)
    if isinstance(type, Vector):
        return gen.expression(right_type(gen, op[:-1], type), depth)
    return gen.expression(type, depth)


def assignment(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return an assignment that is an expression."""
    target = writable(gen, type, depth + 1)
    if target is None:
        return None
    op = operator_for(gen, type)
    return AssignExpr(op=op, target=target, value=assigned_value(gen, op, type, depth + 1))


def increment(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return an increment or decrement that is an expression."""
    if type.scalar is BOOL:
        return None
    target = writable(gen, type, depth + 1)
    if target is None:
        return None
    op = "++" if gen.rng.chance(0.5) else "--"
    return IncrementExpr(op=op, target=target, prefix=gen.rng.chance(0.5))


def comma(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression:
    """Return two expressions of which the first is there for what it does."""
    left = gen.expression(gen.rng.choose(gen.values), depth + 1)
    return Comma(left=left, right=gen.expression(type, depth + 1, runtime=runtime))
