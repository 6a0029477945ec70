"""Loops that count a variable of their own up or down to a bound that stays."""

from __future__ import annotations

import msgspec

from ..checker.symbols import VariableSymbol
from ..tree import (
    Assign,
    Binary,
    Block,
    Declare,
    Expression,
    For,
    Increment,
    Literal,
    Name,
    Statement,
    Variable,
)
from ..tree.walk import walk
from ..types import ABSTRACT_INT, INT, UINT, Type
from .generator import Generator
from .value import Value


class CountedLoop(msgspec.Struct, frozen=True, eq=False):
    """A loop that counts a variable of its own up or down to a bound that stays: Python's
    `range`.
    """

    symbol: VariableSymbol
    start: Expression
    op: str
    bound: Expression
    step: int

    def range_of(self, start: Value, bound: Value) -> tuple[int, int]:
        """The values of the variable in a turn; where there surely is none, one value stands
        for them.
        """
        if self.step > 0:
            return start.low, max(start.low, bound.high - (self.op == "<"))
        return min(bound.low + (self.op == ">"), start.high), start.high


def counted_loop(gen: Generator, node: For) -> CountedLoop | None:
    """Return how a loop counts, or None if it is of another kind."""
    init, condition, step = node.init, node.condition, node.step
    if (
        not isinstance(init, Declare)
        or len(init.variables) != 1
        or not isinstance(condition, Binary)
    ):
        return None
    variable = init.variables[0]
    symbol = gen.typing.declared[id(variable)]
    if symbol.type not in (INT, UINT) or variable.init is None or gen.is_in_memory(symbol):
        return None
    if not _is_of(gen, variable.init, symbol.type) or not _is_of(gen, condition.right, symbol.type):
        return None
    by = _step(gen, step, symbol)
    if by is None or not _is(gen, condition.left, symbol) or _writes(gen, node.body, symbol):
        return None
    fitting = ("<", "<=") if by > 0 else (">", ">=")
    if condition.op not in fitting or not _stays(gen, condition.right, node.body):
        return None
    found = CountedLoop(symbol, variable.init, condition.op, condition.right, by)
    return found if _is_safe(gen, found) else None


def _is_of(gen: Generator, node: Expression, type: Type) -> bool:
    given = gen.type_of(node)
    return given is type or given is ABSTRACT_INT


def _step(gen: Generator, node: Statement | None, symbol: VariableSymbol) -> int | None:
    if isinstance(node, Increment) and _is(gen, node.target, symbol):
        return 1 if node.op == "++" else -1
    if not isinstance(node, Assign) or node.target is None or not _is(gen, node.target, symbol):
        return None
    op, value = node.op, node.value
    if op == "=" and isinstance(value, Binary) and _is(gen, value.left, symbol):
        op, value = f"{value.op}=", value.right
    if op not in ("+=", "-=") or not isinstance(value, Literal):
        return None
    amount = int(value.value)
    return (amount if op == "+=" else -amount) if 0 < amount < 1 << 16 else None


def _is(gen: Generator, node: Expression, symbol: VariableSymbol) -> bool:
    return isinstance(node, Name) and gen.typing.symbols.get(id(node)) is symbol


def _writes(gen: Generator, body: Block, symbol: VariableSymbol) -> bool:
    if symbol in gen.facts.unsure:
        return True
    for below in walk(body):
        if isinstance(below, Assign | Increment) and below.target is not None:
            place = gen.facts.access.place_of(below.target)
            if place is not None and place.symbol is symbol:
                return True
        elif isinstance(below, Expression) and any(
            place.symbol is symbol for place in gen.facts.access.effects(below).writes
        ):
            return True
    return False


def _stays(gen: Generator, node: Expression, body: Block) -> bool:
    """Whether a bound is the same at every turn: a constant, or a local variable that the body
    leaves alone.
    """
    if isinstance(node, Literal) or gen.constant_of(node) is not None:
        return True
    if not isinstance(node, Name):
        return False
    symbol = gen.typing.symbols.get(id(node))
    if symbol is None or gen.is_in_memory(symbol) or not gen.is_written_first(symbol):
        return False
    if symbol.role in ("const", "let"):
        return True
    local = symbol.role == "param" or (
        isinstance(symbol.node, Variable) and symbol in gen.facts.locals
    )
    return local and not _writes(gen, body, symbol)


def _is_safe(gen: Generator, loop: CountedLoop) -> bool:
    """Whether the variable cannot wrap round before the bound is passed."""
    known = gen.integer_of(loop.bound)
    if known is not None:
        # Steps are below 2^16: from a bound this far inside, none leads beyond the type.
        return -(2**31) + (1 << 17) < known < 2**31 - (1 << 17) and not (
            loop.symbol.type is UINT and loop.step < 0
        )
    # One at a time, the variable meets the bound, wherever that is.
    return abs(loop.step) == 1 and loop.op in ("<", ">") and loop.symbol.type is INT
