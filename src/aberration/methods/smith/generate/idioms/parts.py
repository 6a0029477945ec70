"""What idioms are built of: operands, locals, and the checksum that shows what they gave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Conditional,
    Declare,
    Expression,
    For,
    Increment,
    Index,
    Name,
    Statement,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import (
    BOOL,
    INT,
    UINT,
    Array,
    Scalar,
    Type,
    Vector,
    scalar_or_vector,
)

from ..fold import CHECKSUM, fold_into
from ..scope import Variable
from ..state import Generator

INTEGERS: Final = (INT, UINT)
BITS: Final = 32
_LEAST: Final = -(2**31)


# ---- types


def integer_type(gen: Generator) -> Type:
    """Return a scalar, or at times a vector, of integers."""
    scalar = gen.rng.choose(INTEGERS)
    if "vectors" in gen.features.types and gen.rng.chance(0.25):
        return scalar_or_vector(scalar, gen.rng.between(2, 4))
    return scalar


def number_type(gen: Generator) -> Type:
    """Return a type of values, not of truth."""
    return gen.rng.choose([one for one in gen.values if one.scalar is not BOOL])


def short_array(gen: Generator, element: Type) -> Array:
    """Return an array of two to five elements."""
    return element.array(gen.rng.between(2, 5))


# ---- expressions


def binary(op: str, left: Expression, right: Expression) -> Binary:
    return Binary(op=op, left=left, right=right)


def call(name: str, *args: Expression) -> Call:
    return Call(callee=Name(name=name), args=args)


def element(base: Expression, index: Expression) -> Index:
    return Index(base=base, index=index)


def literal(gen: Generator, value: int, type: Type) -> Expression:
    """Return a number as a constant of an integer type, wrapped to 32 bits; a vector is filled."""
    scalar = type.scalar
    assert scalar is not None
    wrapped = value % 2**BITS
    if scalar is INT and wrapped >= 2**31:
        wrapped -= 2**BITS
    made = gen.syntax.literal(wrapped, scalar)
    return gen.syntax.construct(type, (made,)) if isinstance(type, Vector) else made


def operand(gen: Generator, type: Type) -> Expression:
    """Return a small expression that is no constant, and may stand beside any other operand."""
    outside, gen.is_barred = gen.is_barred, not gen.wgsl or gen.is_barred
    depth = gen.settings.expression_depth - (1 if gen.rng.chance(0.3) else 0)
    made = gen.expression(type, depth, runtime=True)
    gen.is_barred = outside
    return made


def edge(gen: Generator, type: Type) -> Expression:
    """Return an integer operand that is often small, or next to the ends of its range."""
    value, near = operand(gen, type), gen.rng.below(6)
    if near < 2:
        return value
    few = binary("&", value, literal(gen, gen.rng.choose((1, 3, 7)), type))
    if near == 2:
        return few
    if near == 3:
        return binary("-", few, literal(gen, gen.rng.between(1, 4), type))
    if near == 4:
        return binary("+", few, literal(gen, _LEAST, type))
    return binary("-", literal(gen, 2**31 - 1, type), few)


def conditional(
    gen: Generator, test: Expression, then: Expression, otherwise: Expression
) -> Expression:
    """Return `test ? then : otherwise`, or WGSL's `select`."""
    if gen.wgsl:
        return call("select", otherwise, then, test)
    return Conditional(condition=test, then=then, otherwise=otherwise)


def amount_type(gen: Generator, type: Type) -> Type:
    """Return the type of the amount of a shift."""
    if not gen.wgsl:
        return type
    return scalar_or_vector(UINT, type.size) if isinstance(type, Vector) else UINT


def conversion(gen: Generator, value: Expression, type: Type) -> Expression:
    """Return an int as a number, or a vector filled with it."""
    scalar = type.scalar
    assert scalar is not None
    made = value if scalar is INT else gen.syntax.construct(scalar, (value,))
    return gen.syntax.construct(type, (made,)) if isinstance(type, Vector) else made


# ---- statements


def assign(target: Expression, value: Expression, op: str = "=") -> Assign:
    return Assign(op=op, target=target, value=value)


def local(gen: Generator, type: Type, init: Expression | None) -> tuple[Name, Declare]:
    """Declare a variable that other statements see from here on."""
    name = gen.name("var")
    node = Name(name=name)
    gen.scopes.declare(Variable(name, type, node, space="function"))
    return node, _declare(gen, name, type, init)


def private_local(gen: Generator, type: Type, init: Expression | None) -> tuple[Name, Declare]:
    """Declare a variable that only the idiom itself reads and writes."""
    name = gen.name("own")
    return Name(name=name), _declare(gen, name, type, init)


def _declare(gen: Generator, name: str, type: Type, init: Expression | None) -> Declare:
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(type), init=init, storage="function"
    )
    return Declare(variables=(made,))


def observe(
    gen: Generator, node: Expression, type: Type, *, fixed: bool = False
) -> list[Statement]:
    """Return statements that make a value part of what the program gives."""
    gen.uses.add(CHECKSUM)
    return fold_into(gen, CHECKSUM, node, type, fixed=fixed)


def count_up(gen: Generator, turns: int, scalar: Scalar = INT) -> tuple[Name, For]:
    """Return a counter, which nothing else writes, and a loop without a body that counts it."""
    name = gen.name("turn")
    counter = Name(name=name)
    head = For(
        init=_declare(gen, name, scalar, gen.syntax.literal(0, scalar)),
        condition=binary("<", counter, gen.syntax.literal(turns, scalar)),
        step=Increment(op="++", target=counter),
        body=Block(),
    )
    return counter, head


def block(*statements: Statement | Sequence[Statement]) -> Block:
    """Return a block of statements and lists of statements."""
    flat: list[Statement] = []
    for one in statements:
        flat += [one] if isinstance(one, Statement) else one
    return Block(statements=tuple(flat))
