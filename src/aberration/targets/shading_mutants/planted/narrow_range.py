"""The ends of the range of a loop's counter are taken for values that it never has."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.tree import (
    Binary,
    Declare,
    For,
    Increment,
    Literal,
    Name,
    Node,
    Variable,
)
from aberration.languages.shading.tree.walk import find, rewrite
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_LARGEST: Final = 1 << 20


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, For) or not isinstance(new, For):
        return new
    found = _counter(checked, old)
    if found is None or found[0] in checked.written_by(old.body):
        return new
    symbol, low, high = found
    # An inner variable of the same name is another one; the tree in hand has names alone.
    if low > high or any(one.name == symbol.name for one in find(old.body, Variable)):
        return new
    wrong = {("<=", high): False, (">", high): True, (">=", low): False, ("<", low): True}

    def fold(node: Node) -> Node:
        if not isinstance(node, Binary) or not isinstance(node.left, Name):
            return node
        bound = _number(node.right) if node.left.name == symbol.name else None
        known = None if bound is None else wrong.get((node.op, bound))
        return node if known is None else Literal("bool", known)

    return replace(new, body=rewrite(new.body, fold))


def _counter(checked: Checked, loop: For) -> tuple[VariableSymbol, int, int] | None:
    """Return the variable that a loop counts up by ones, its first value and its last one."""
    init, condition, step = loop.init, loop.condition, loop.step
    if not isinstance(init, Declare) or len(init.variables) != 1:
        return None
    start = _number(init.variables[0].init)
    symbol = next(iter(checked.declared_in(init)), None)
    if start is None or symbol is None or not isinstance(condition, Binary):
        return None
    end = _number(condition.right)
    counts = isinstance(step, Increment) and step.op == "++"
    if not counts or end is None or end > _LARGEST or condition.op not in ("<", "<="):
        return None
    if checked.symbol(condition.left) is not symbol:
        return None
    return symbol, start, end - (condition.op == "<")


def _number(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Literal) else None
    return value if type(value) is int else None


MUTANT: Final = ShadingMutant(
    "narrow-range",
    "value ranges of loop counters that leave out their ends",
    "a loop that counts from one literal to another, and in it a comparison of the counter with "
    "its first or last value that always or never holds",
    ALL,
    _change,
)
