"""What a block computed goes into one word at its end, so that nothing is dead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.shading.tree import Assign, Expression, Name
from aberration.languages.shading.types import UINT

from ..generate.fold import FOLD, PRIME, combine, word_of
from .builder import Builder, Known
from .expr import Expr, part
from .memory import Memory, Signal, Value
from .values import items, to_uint, words_of

_IN_ONE: Final = 4
"""Values of one statement."""


def fold_new(b: Builder, first: int) -> None:
    """Fold what came into scope since there were `first` things in it."""
    place = b.place
    new = [known for known in b.state.known[first:] if known.folded]
    for at in range(0, len(new), _IN_ONE):
        _fold(b, new[at : at + _IN_ONE])
    b.place = place


def _fold(b: Builder, some: list[Known]) -> None:
    leaves = [leaf for known in some for leaf in leaves_of(b, known.read)]
    node: Expression = Name(name=FOLD)
    for leaf in leaves:
        node = combine(node, word_of(b.syntax, leaf.node, leaf.type))

    def action(memory: Memory) -> Signal:
        words = [word_value(words_of(leaf.type, leaf.value(memory))) for leaf in leaves]
        memory.values[FOLD] = word_value([memory.values[FOLD], *words])
        return ""

    b.place = some[-1].place
    b.emit(Assign(op="=", target=Name(name=FOLD), value=node), action)


def leaves_of(b: Builder, whole: Expr) -> list[Expr]:
    """Return the scalars and vectors of a value."""
    if whole.type.scalar is not None:
        return [whole]
    parts = [part(b.syntax, whole, k) for k in range(len(items(whole.type)))]
    return [leaf for one in parts for leaf in leaves_of(b, one)]


def word_expression(b: Builder, whole: Expr) -> Expr:
    """Return the words of a value as one uint."""
    leaves = leaves_of(b, whole)
    node = word_of(b.syntax, leaves[0].node, leaves[0].type)
    for leaf in leaves[1:]:
        node = combine(node, word_of(b.syntax, leaf.node, leaf.type))

    def value(memory: Memory) -> Value:
        return word_value([word_value(words_of(leaf.type, leaf.value(memory))) for leaf in leaves])

    return Expr(node, UINT, value)


def word_value(words: Sequence[int]) -> int:
    """Return several words as one, as `combine` writes it."""
    total = words[0]
    for word in words[1:]:
        total = to_uint(total * PRIME + word)
    return total
