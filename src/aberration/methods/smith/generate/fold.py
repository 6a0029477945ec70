"""The end of `main`: all that it computed goes into one word, so that nothing is dead."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Conditional,
    Declare,
    Expression,
    Field,
    For,
    Function,
    Increment,
    Index,
    Literal,
    Name,
    Param,
    Return,
    Statement,
    TypeName,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Struct,
    Type,
    Vector,
    item_count,
    item_type,
    vector,
)

from .state import Generator
from .syntax import Syntax

BITS: Final = "bits_of"
FOLD: Final = "fold"
CHECKSUM: Final = "checksum"
"""A variable of the module: what places inside of the program want to be seen of their values."""
PRIME: Final = 31


def bits_function(syntax: Syntax) -> Function:
    """Return the function that gives the bits of a float; both zeros are one, as compilers may
    exchange them.
    """
    value = Name(name="value")
    is_zero = Binary(op="==", left=value, right=Literal(kind="float", value=0.0))
    zero = Literal(kind="uint", value=0)
    if syntax.wgsl:
        callee = TypeName(name="bitcast", args=(TypeName(name="u32"),))
        bits = Call(callee=callee, args=(value,))
        made: Expression = Call(callee=Name(name="select"), args=(bits, zero, is_zero))
    else:
        bits = Call(callee=Name(name="floatBitsToUint"), args=(value,))
        made = Conditional(condition=is_zero, then=zero, otherwise=bits)
    return Function(
        name=BITS,
        params=(Param(name="value", type=syntax.type(FLOAT)),),
        result=syntax.type(UINT),
        body=Block(statements=(Return(value=made),)),
    )


def checksum(gen: Generator) -> Declare:
    """Return the declaration of `CHECKSUM`, which random expressions know nothing of."""
    zero = Literal(kind="uint", value=0)
    made = Declared(
        kind="var", name=CHECKSUM, type=gen.syntax.type(UINT), init=zero, storage="private"
    )
    return Declare(variables=(made,))


def fold_all(gen: Generator) -> list[Statement]:
    """Return statements that fold the checksum, and the variables that are in scope, into the
    variable `FOLD`.
    """
    first = Name(name=CHECKSUM)
    made = Declared(
        kind="var", name=FOLD, type=gen.syntax.type(UINT), init=first, storage="function"
    )
    found: list[Statement] = [Declare(variables=(made,))]
    for variable in gen.scopes.visible():
        # Constants are known anyway, and what lies in buffers is seen there.
        if variable.constant or (variable.pointer is not None) or _is_outside(variable.name):
            continue
        found += fold_into(gen, FOLD, gen.name_of(variable), variable.type, fixed=variable.fixed)
    return found


def _is_outside(name: str) -> bool:
    return name.startswith("ext_")


def fold_into(
    gen: Generator, into: str, node: Expression, type: Type, *, fixed: bool
) -> list[Statement]:
    """Return statements that fold a value into a variable; `fixed`: see `Variable`."""
    if type.scalar is not None:
        return [_into(into, word_of(gen.syntax, node, type))]
    if isinstance(type, Struct):
        return [
            one
            for member in type.members
            for one in fold_into(
                gen, into, Field(base=node, name=member.name), member.type, fixed=fixed
            )
        ]
    assert isinstance(type, Array)
    if fixed:
        return [
            one
            for k in range(type.size or 1)
            for one in fold_into(
                gen,
                into,
                Index(base=node, index=gen.syntax.literal(k, UINT)),
                type.element,
                fixed=True,
            )
        ]
    return [_fold_elements(gen, into, node, type)]


def _fold_elements(gen: Generator, into: str, node: Expression, type: Array) -> Statement:
    name = gen.name("each")
    counter = Declared(
        kind="var",
        name=name,
        type=gen.syntax.type(INT),
        init=gen.syntax.literal(0, INT),
        storage="function",
    )
    end = gen.syntax.literal(type.size, INT)
    inner = fold_into(gen, into, Index(base=node, index=Name(name=name)), type.element, fixed=False)
    return For(
        init=Declare(variables=(counter,)),
        condition=Binary(op="<", left=Name(name=name), right=end),
        step=Increment(op="++", target=Name(name=name)),
        body=Block(statements=tuple(inner)),
    )


def _into(name: str, word: Expression) -> Statement:
    return Assign(op="=", target=Name(name=name), value=combine(Name(name=name), word))


def combine(first: Expression, second: Expression) -> Expression:
    """`first * 31u + second`."""
    prime = Literal(kind="uint", value=PRIME)
    return Binary(op="+", left=Binary(op="*", left=first, right=prime), right=second)


def word_of(syntax: Syntax, node: Expression, type: Type) -> Expression:
    """Return a scalar, vector or matrix as one uint."""
    if type is UINT:
        return node
    if type is FLOAT:
        return Call(callee=Name(name=BITS), args=(node,))
    if type is INT or type is BOOL:
        return syntax.construct(UINT, (node,))
    assert isinstance(type, Vector | Matrix)
    made: Expression | None = None
    for k in range(item_count(type) or 0):
        part: Expression
        if isinstance(type, Vector):
            part = Field(base=node, name="xyzw"[k])
        else:
            part = Index(base=node, index=syntax.literal(k, INT))
        word = word_of(syntax, part, item_type(type, k))
        made = word if made is None else combine(made, word)
    assert made is not None
    return made


def colour_of(syntax: Syntax) -> Expression:
    """Return the fold as a colour: odd numbers of 256th, never halfway between two of 8 bits."""
    channels = [_channel(syntax, shift) for shift in (0, 8, 16)]
    return syntax.construct(vector(FLOAT, 4), (*channels, syntax.literal(1.0, FLOAT)))


def _channel(syntax: Syntax, shift: int) -> Expression:
    def number(value: int) -> Expression:
        return Literal(kind="uint", value=value)

    shifted = Binary(op=">>", left=Name(name=FOLD), right=number(shift))
    odd = Binary(op="|", left=Binary(op="&", left=shifted, right=number(255)), right=number(1))
    made: Call = syntax.construct(FLOAT, (odd,))
    return Binary(op="*", left=made, right=Literal(kind="float", value=1 / 256))
