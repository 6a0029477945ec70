"""Statements that never run: drawn from the grammar of C, with the names in scope (paper of Hermes,
section 4.2).

They may do what is undefined, but no constraint of C may be broken: only names in scope, nothing
constant written, `break` and `continue` only where a loop is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import (
    Binary,
    Expression,
    Read,
    Unary,
    reads,
    render,
)
from aberration.languages.c.expressions import Literal as Constant
from aberration.languages.c.integers import (
    INT,
    UINT,
    BinaryOperator,
    IntType,
    UnaryOperator,
    convert,
)
from aberration.languages.c.source import ArrayName, Callee, Place, Pointer

AssignOperator: TypeAlias = Literal[
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="
]
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


class Assign(msgspec.Struct, frozen=True, tag="assign"):
    """`to op value;` with a place, an indexed array or a pointer that is followed."""

    to: str
    op: AssignOperator
    value: Expression
    names: tuple[str, ...]
    """What `to` names."""


class Print(msgspec.Struct, frozen=True, tag="print"):
    """Let a value escape."""

    value: Expression


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Call a function of the program."""

    name: str
    arguments: tuple[Expression, ...]


class Jump(msgspec.Struct, frozen=True, tag="jump"):
    """`break` or `continue` of a loop around."""

    word: Literal["break", "continue"]


class If(msgspec.Struct, frozen=True, tag="if"):
    """A branch, or with `word` `while` a loop."""

    word: Literal["if", "while"]
    condition: Expression
    body: tuple[Statement, ...]


class For(msgspec.Struct, frozen=True, tag="for"):
    """`for (counter = start; counter < limit; counter += step)` over a place that is there
    already.
    """

    counter: str
    start: Expression
    limit: Expression
    step: Expression
    body: tuple[Statement, ...]


Statement: TypeAlias = Assign | Print | Call | Jump | If | For


class Names(msgspec.Struct, frozen=True):
    """What a body may use."""

    places: tuple[Place, ...]
    arrays: tuple[ArrayName, ...]
    pointers: tuple[Pointer, ...]
    callees: tuple[Callee, ...]
    prints: bool
    in_loop: bool
    in_breakable: bool


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
    shapes += ["for", "if", "while"] if depth and names.places else []
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
        case "for":
            return _loop(rng, names, depth)
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


def _value(rng: Rng, names: Names, depth: int = 2) -> Expression:
    """Return an expression that need not be defined."""
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


def render_body(statements: Sequence[Statement]) -> str:
    """Return the text of statements."""
    return " ".join(map(_text, statements))


def _text(statement: Statement) -> str:
    match statement:
        case Assign(to=to, op=op, value=value):
            return f"{to} {op} {render(value)};"
        case Print(value=value):
            return print_text(value)
        case Call(name=name, arguments=arguments):
            return f"{name}({', '.join(map(render, arguments))});"
        case Jump(word=word):
            return f"{word};"
        case If(word=word, condition=condition, body=inner):
            return f"{word} ({render(condition)}) {{ {render_body(inner)} }}"
        case For(counter=name, start=start, limit=limit, step=step, body=inner):
            head = f"{name} = {render(start)}; {name} < {render(limit)}; {name} += {render(step)}"
            return f"for ({head}) {{ {render_body(inner)} }}"


def print_text(value: Expression) -> str:
    """Return a statement that prints a value; it stands only where it never runs."""
    return f'printf("%ld\\n", (long){render(value)});'


def names_in(statements: Sequence[Statement]) -> Iterator[str]:
    """Yield all places, arrays, pointers and functions that statements name."""
    for statement in statements:
        match statement:
            case Assign(value=value, names=names):
                yield from (*names, *reads(value))
            case Print(value=value):
                yield from reads(value)
            case Call(name=name, arguments=arguments):
                yield name
                yield from (text for argument in arguments for text in reads(argument))
            case If(condition=condition, body=inner):
                yield from reads(condition)
                yield from names_in(inner)
            case For(counter=name, start=start, limit=limit, step=step, body=inner):
                yield from (name, *reads(start), *reads(limit), *reads(step))
                yield from names_in(inner)


def prints(statements: Sequence[Statement]) -> bool:
    """Say whether one of the statements prints, so that `printf` must be declared."""
    nested = (statement.body for statement in statements if isinstance(statement, If | For))
    return any(isinstance(statement, Print) for statement in statements) or any(map(prints, nested))


def smaller_body(statements: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    """Yield bodies with one of the statements alone, or with a smaller body inside one."""
    if len(statements) > 1:
        for statement in statements:
            yield (statement,)
    for at, statement in enumerate(statements):
        if isinstance(statement, If | For):
            for inner in smaller_body(statement.body):
                smaller = msgspec.structs.replace(statement, body=inner)
                yield (*statements[:at], smaller, *statements[at + 1 :])
