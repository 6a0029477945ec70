"""What passes between the parts of the translation."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..checker.symbols import VariableSymbol
from ..tree import Call, Deref, Expression, Field, Index, Literal, Name, Node, Unary
from ..types import Struct, Type

Key = VariableSymbol | tuple[Struct, str]
"""What declares a part of memory: a variable, or a member of a structure."""
LETTERS: Final = "xyzw"
SWIZZLES: Final = {
    letter: k for letters in ("xyzw", "rgba", "stpq") for k, letter in enumerate(letters)
}


class TranslatedValue(NamedTuple):
    """An expression of the target language, with its type."""

    expr: Expression
    type: Type


class TranslatedPlace(NamedTuple):
    """Something to write to. `type` is that of what is written; with `swizzle` (two letters or
    more) `expr` is the vector whose components these are.
    """

    expr: Expression
    type: Type
    swizzle: str = ""


def plain_letters(name: str) -> str:
    """Return a swizzle in the letters that all languages have."""
    return "".join(LETTERS[SWIZZLES[letter]] for letter in name)


def is_fixed(node: Expression, fixed: set[str]) -> bool:
    """Whether evaluating an expression later, or twice, gives the same: numbers, and names that
    never change.
    """
    if isinstance(node, Literal):
        return True
    if isinstance(node, Name):
        return node.name in fixed
    if isinstance(node, Field):
        return is_fixed(node.base, fixed)
    if isinstance(node, Unary):
        return is_fixed(node.operand, fixed)
    if isinstance(node, Index):
        return is_fixed(node.base, fixed) and isinstance(node.index, Literal)
    return False


def root_name(node: Node) -> str:
    """Return the name that a place begins with; empty for none."""
    while isinstance(node, Field | Index | Deref):
        node = node.operand if isinstance(node, Deref) else node.base
    return node.name if isinstance(node, Name) else ""


def call(name: str, *args: Expression) -> Call:
    return Call(Name(name), args)
