"""Statements that never run: drawn from the grammar of C, with the names in scope (paper of Hermes,
section 4.2), with floating-point arithmetic and jumps to labels.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import (
    Binary,
    Expression,
    Floating,
    FloatRead,
    Read,
    Unary,
    reads,
    render,
)
from aberration.languages.c.expressions import Literal as Constant
from aberration.languages.c.floats import ARITHMETIC, COMPARISONS, KINDS
from aberration.languages.c.integers import (
    INT,
    UINT,
    BinaryOperator,
    IntType,
    UnaryOperator,
    convert,
)
from aberration.languages.c.source import ArrayName, Callee, FloatPlace, Place, Pointer

from .statements import (
    Assign,
    AssignOperator,
    Call,
    FloatAssign,
    FloatAssignOperator,
    FloatBlock,
    FloatLocal,
    For,
    Goto,
    If,
    Jump,
    Labelled,
    Print,
    Statement,
)

ASSIGN: Final[tuple[AssignOperator, ...]] = (
    # More often than the others: a plain write is what dead-store and liveness analyses look at.
    *("=", "=", "="),
    *("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="),
)
_OPERATORS: Final[tuple[BinaryOperator, ...]] = (
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
)
_FLOAT_ASSIGN: Final[tuple[FloatAssignOperator, ...]] = ("=", "=", "+=", "-=", "*=", "/=")
_UNARY: Final[tuple[UnaryOperator, ...]] = ("-", "~", "!")
POINTEES: Final = {
    "signed char": IntType(8, True),
    "char": IntType(8, True),
    "unsigned char": IntType(8, False),
    "short": IntType(16, True),
    "unsigned short": IntType(16, False),
    "int": IntType(32, True),
    "unsigned int": IntType(32, False),
    "long": IntType(64, True),
    "unsigned long": IntType(64, False),
    "long long": IntType(64, True),
    "unsigned long long": IntType(64, False),
}
"""Canonical types that a pointer may point to and that are integers."""


class Names(msgspec.Struct, frozen=True):
    """What a body may use."""

    places: tuple[Place, ...]
    arrays: tuple[ArrayName, ...]
    pointers: tuple[Pointer, ...]
    callees: tuple[Callee, ...]
    prints: bool
    in_loop: bool
    in_breakable: bool
    floats: tuple[FloatPlace, ...] = ()
    labels: int = 0
    """How many blocks around have a label."""


def body(rng: Rng, names: Names, depth: int = 2, most: int = 3) -> tuple[Statement, ...]:
    """Return one to `most` statements, nested to `depth`; none if nothing is in scope."""
    made = [_statement(rng, names, depth) for _ in range(rng.between(1, most))]
    return tuple(statement for statement in made if statement is not None)


def _statement(rng: Rng, names: Names, depth: int) -> Statement | None:
    shapes = ["assign"] * 4 if names.places else []
    shapes += ["array"] * 2 if names.arrays else []
    shapes += ["pointer"] * 2 if names.pointers else []
    shapes += ["call"] if names.callees else []
    shapes += ["print"] if names.prints and names.places else []
    shapes += ["jump"] if names.in_breakable else []
    shapes += ["float"] * 2 if names.floats else []
    shapes += ["goto"] if names.labels else []
    shapes += ["for", "if", "while", "floats", "labelled"] if depth and names.places else []
    return _of_shape(rng.choose(shapes), rng, names, depth) if shapes else None


def _of_shape(shape: str, rng: Rng, names: Names, depth: int) -> Statement | None:
    match shape:
        case "assign":
            place = rng.choose(names.places)
            return Assign(place.text, rng.choose(ASSIGN), _value(rng, names), (place.text,))
        case "array":
            array = rng.choose(names.arrays)
            index = _value(rng, names)
            target = f"{array.text}[{render(index)}]"
            return Assign(
                target, rng.choose(ASSIGN), _value(rng, names), (array.text, *reads(index))
            )
        case "pointer":
            return _through_pointer(rng, names)
        case "call":
            callee = rng.choose(names.callees)
            return Call(callee.name, tuple(_value(rng, names) for _ in callee.parameters))
        case "print":
            return Print(_value(rng, names))
        case "jump":
            return Jump("continue" if names.in_loop and rng.chance(0.5) else "break")
        case "goto":
            return Goto(rng.below(names.labels))
        case "float":
            variable, operator = rng.choose(names.floats), rng.choose(_FLOAT_ASSIGN)
            return FloatAssign(variable.text, variable.kind, operator, _value(rng, names))
        case "for":
            return _loop(rng, names, depth)
        case "floats":
            return _with_floats(rng, names, depth)
        case "labelled":
            inner = msgspec.structs.replace(names, labels=names.labels + 1)
            made = body(rng, inner, depth - 1, 3)
            return Labelled("end" if rng.chance(0.7) else "start", made) if made else None
        case _:
            inner = (
                msgspec.structs.replace(names, in_loop=True, in_breakable=True)
                if shape == "while"
                else names
            )
            made = body(rng, inner, depth - 1, 2)
            return (
                If("while" if shape == "while" else "if", _value(rng, names), made)
                if made
                else None
            )


def _through_pointer(rng: Rng, names: Names) -> Statement | None:
    pointer = rng.choose(names.pointers)
    if pointer.pointee not in POINTEES:
        return None
    return Assign(f"(*{pointer.text})", rng.choose(ASSIGN), _value(rng, names), (pointer.text,))


def _loop(rng: Rng, names: Names, depth: int) -> Statement | None:
    counter = rng.choose(names.places)
    inner = msgspec.structs.replace(names, in_loop=True, in_breakable=True)
    made = body(rng, inner, depth - 1, 2)
    start, limit = (Constant(rng.between(low, low + 8), INT) for low in (-2, 2))
    return For(counter.text, start, limit, Constant(rng.between(1, 3), INT), made) if made else None


def _with_floats(rng: Rng, names: Names, depth: int) -> Statement | None:
    """Return a block with floating variables of its own; those of the same names around it are
    hidden.
    """
    variables = tuple(
        FloatLocal(f"live_0_f{at}", rng.choose(KINDS), _value(rng, names))
        for at in range(rng.between(1, 2))
    )
    own = tuple(FloatPlace(one.name, one.kind) for one in variables)
    around = tuple(one for one in names.floats if one.text not in {each.text for each in own})
    made = body(rng, msgspec.structs.replace(names, floats=(*own, *around)), depth - 1, 3)
    return FloatBlock(variables, made) if made else None


def _float_value(rng: Rng, names: Names, depth: int) -> Expression:
    kind = INT if rng.chance(0.7) else UINT
    if names.floats and rng.chance(0.4):
        variable = rng.choose(names.floats)
        return FloatRead(variable.text, variable.kind, kind)
    operator = rng.choose(ARITHMETIC if rng.chance(0.7) else COMPARISONS)
    left, right = _value(rng, names, depth - 1), _value(rng, names, depth - 1)
    return Floating(rng.choose(KINDS), operator, left, right, kind)


def _value(rng: Rng, names: Names, depth: int = 2) -> Expression:
    """Return an expression that need not be defined."""
    if depth and rng.chance(0.3 if names.floats else 0.08):
        return _float_value(rng, names, depth)
    if depth == 0 or rng.chance(0.35):
        if names.places and rng.chance(0.7):
            place = rng.choose(names.places)
            return Read(place.text, place.type)
        kind = INT if rng.chance(0.7) else UINT
        return Constant(
            convert(rng.between(-20, 20) if rng.chance(0.7) else rng.bits(), kind), kind
        )
    if rng.chance(0.2):
        return Unary(rng.choose(_UNARY), _value(rng, names, depth - 1))
    return Binary(
        rng.choose(_OPERATORS), _value(rng, names, depth - 1), _value(rng, names, depth - 1)
    )
