"""Expressions over the scalars of a shader, as recipes hold them: their values in many states at
once, and their tree in each language.

Both operands of an operator have one type, as WGSL asks; what is not defined in all three languages
(a remainder of what is negative, a shift by the width) has no value here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec

from aberration.languages.shading.checker.arithmetic import (
    COMPARISONS,
    UndefinedResult,
    scalar_binary,
)
from aberration.languages.shading.tree import (
    Binary,
    Call,
    Expression,
    Field,
    Index,
    LanguageName,
    Name,
    Unary,
)
from aberration.languages.shading.tree import Literal as Constant
from aberration.languages.shading.types import INT, UINT, Scalar

Kind = Literal["bool", "int", "uint"]
Value = bool | int
Columns: TypeAlias = Mapping[str, Sequence[Value]]
"""What each place holds in each state."""
TYPES: Final[Mapping[str, Scalar]] = {"int": INT, "uint": UINT}
LOGICAL: Final = ("&&", "||")
_LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    # -2^31 has no literal in GLSL before 4.x.
    "int": (-(2**31) + 1, 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "bool": (0, 1),
}
_LEAST: Final = -(2**31)
_PART: Final = re.compile(r"\.?\w+|\[\d+\]")


class Number(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="n"):
    """A constant."""

    value: int
    kind: Kind


class Read(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="r"):
    """What a place holds: a variable, or a part of one (`v.x`, `s.member`, `a[2]`)."""

    place: str
    kind: Kind


class Apply(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="a"):
    """An operator on one or two operands, of one kind; or a conversion, where `op` names a kind."""

    op: str
    operands: tuple[Tree, ...]


Tree: TypeAlias = Number | Read | Apply


def limits(kind: Kind) -> tuple[int, int]:
    """Return the least and the greatest number that has a literal."""
    return _LIMITS[kind]


def kind_of(tree: Tree) -> Kind:
    """Return the kind of an expression's value."""
    if isinstance(tree, Number | Read):
        return tree.kind
    if tree.op in TYPES:
        return "int" if tree.op == "int" else "uint"
    if tree.op in COMPARISONS or tree.op in LOGICAL or tree.op == "!":
        return "bool"
    return kind_of(tree.operands[0])


def nodes(tree: Tree) -> Iterator[Tree]:
    """Yield an expression and all its parts."""
    below = tree.operands if isinstance(tree, Apply) else ()
    return chain([tree], *(nodes(one) for one in below))


def size(tree: Tree) -> int:
    """Return the number of parts."""
    return sum(1 for _ in nodes(tree))


def places_in(*trees: Tree) -> tuple[str, ...]:
    """Return the places that expressions read, each once."""
    every = chain(*(nodes(tree) for tree in trees))
    return tuple(dict.fromkeys(one.place for one in every if isinstance(one, Read)))


def with_reads(tree: Tree, by: Mapping[str, Tree]) -> Tree:
    """Return an expression with others, of the same kinds, in place of some reads."""
    if isinstance(tree, Read):
        return by.get(tree.place, tree)
    if isinstance(tree, Apply):
        return Apply(tree.op, tuple(with_reads(one, by) for one in tree.operands))
    return tree


# ---- values


def evaluate(tree: Tree, columns: Columns, count: int) -> list[Value] | None:
    """Return the value in each of `count` states; None where it is undefined in any, or where a
    place has no column.
    """
    if isinstance(tree, Number):
        return [bool(tree.value) if tree.kind == "bool" else tree.value] * count
    if isinstance(tree, Read):
        column = columns.get(tree.place)
        return None if column is None else list(column)
    found = [evaluate(one, columns, count) for one in tree.operands]
    values = [one for one in found if one is not None]
    if len(values) < len(found):
        return None
    kind = kind_of(tree.operands[0])
    made: list[Value] = []
    for row in zip(*values, strict=True):
        value = apply(tree.op, kind, row)
        if value is None:
            return None
        made.append(value)
    return made


def apply(op: str, kind: Kind, row: Sequence[Value]) -> Value | None:
    """Return an operator's value for operands of a kind, None where it is undefined."""
    if len(row) == 1:
        return _unary(op, kind, row[0])
    left, right = row
    if op in COMPARISONS:
        return COMPARISONS[op](left, right)
    if op in LOGICAL:
        return bool(left and right) if op == "&&" else bool(left or right)
    if kind == "bool" or (op in ("/", "%") and (left < 0 or right <= 0)):
        return None
    if op in ("<<", ">>") and not 0 <= right < 32:
        return None
    try:
        value: Value = scalar_binary(op, left, right, TYPES[kind])
    except UndefinedResult:
        return None
    return value


def _unary(op: str, kind: Kind, value: Value) -> Value | None:
    if op == "!":
        return not value if kind == "bool" else None
    if op == "int" or op == "uint":
        bits = int(value) & 0xFFFFFFFF
        return bits - 2**32 if op == "int" and bits >= 2**31 else bits
    if kind == "bool":
        return None
    mask = -int(value) if op == "-" else ~int(value)
    # WGSL negates no unsigned number.
    if op == "-" and kind == "uint":
        return None
    return _unary(kind, kind, mask)


def truth(tree: Tree, columns: Columns, count: int) -> bool | None:
    """Return the truth value that an expression has in every state, None where it differs or is
    undefined.
    """
    found = evaluate(tree, columns, count)
    values = set(found or ())
    return bool(values.pop()) if len(values) == 1 else None


# ---- simpler ones


def smaller(tree: Tree, columns: Columns, count: int) -> Iterator[Tree]:
    """Propose simpler expressions of the same kind, the simplest first."""
    if isinstance(tree, Number):
        return
    kind, found = kind_of(tree), evaluate(tree, columns, count)
    if found and len(set(found)) == 1 and limits(kind)[0] <= found[0]:
        yield Number(int(found[0]), kind)
    if not isinstance(tree, Apply):
        return
    yield from (one for one in tree.operands if kind_of(one) == kind)
    for at, operand in enumerate(tree.operands):
        for simpler in smaller(operand, columns, count):
            yield Apply(tree.op, (*tree.operands[:at], simpler, *tree.operands[at + 1 :]))


# ---- trees


def place_tree(place: str) -> Expression:
    """Return the tree of a place."""
    first, *rest = _PART.findall(place)
    made: Expression = Name(name=first)
    for part in rest:
        if part.startswith("."):
            made = Field(base=made, name=part[1:])
        else:
            made = Index(base=made, index=Constant(kind="int", value=int(part[1:-1])))
    return made


def root_name(place: str) -> str:
    """Return the variable that a place belongs to."""
    first: str = _PART.findall(place)[0]
    return first


def to_tree(tree: Tree, language: LanguageName) -> Expression:
    """Return an expression as a language has it."""
    if isinstance(tree, Read):
        return place_tree(tree.place)
    if isinstance(tree, Number):
        return number_tree(tree.value, tree.kind)
    made = tuple(to_tree(one, language) for one in tree.operands)
    if tree.op in ("int", "uint"):
        name = TYPES[tree.op].wgsl if language == "wgsl" else tree.op
        return Call(callee=Name(name=name), args=made)
    if len(made) == 1:
        return Unary(op=tree.op, operand=made[0])
    if tree.op in ("<<", ">>"):
        unsigned = to_tree(_as_unsigned(tree.operands[1]), language)
        return Binary(op=tree.op, left=made[0], right=unsigned)
    return Binary(op=tree.op, left=made[0], right=made[1])


def _as_unsigned(amount: Tree) -> Tree:
    """Return the amount of a shift as WGSL wants it."""
    if isinstance(amount, Number):
        return Number(amount.value, "uint")
    return amount if kind_of(amount) == "uint" else Apply("uint", (amount,))


def number_tree(value: int, kind: Kind) -> Expression:
    """Return a number, negative ones with their sign before them."""
    if kind == "bool":
        return Constant(kind="bool", value=bool(value))
    if value == _LEAST:
        # Its magnitude is no literal of the type.
        return Binary(op="-", left=number_tree(value + 1, kind), right=number_tree(1, kind))
    made = Constant(kind=kind, value=abs(value))
    return Unary(op="-", operand=made) if value < 0 else made
