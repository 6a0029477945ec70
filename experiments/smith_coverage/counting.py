"""What programs hold: rows of the table of built-in functions, and pairs of constructs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import check
from aberration.languages.shading.tree import (
    Binary,
    Block,
    Call,
    Clause,
    Conditional,
    Expression,
    Field,
    Function,
    Module,
    Name,
    Node,
    Statement,
    Unary,
)
from aberration.languages.shading.tree.walk import children, walk
from aberration.methods.smith.generate.generate import Generated

Pair = tuple[str, str]
_STRUCTURES: Final = {"modf": "modf", "frexp": "frexp"}
"""Functions whose result has a type of its own, by the row."""


class Coverage:
    """How many programs hold each thing: a row, a statement directly inside of a statement, an
    operator whose operand is an operator.
    """

    def __init__(self) -> None:
        self.programs = 0
        self.rows: Final[Counter[str]] = Counter()
        self.statements: Final[Counter[Pair]] = Counter()
        self.operators: Final[Counter[Pair]] = Counter()

    def add(self, made: Generated) -> None:
        """Count what a program holds, each thing once."""
        self.programs += 1
        self.rows.update(rows_of(made))
        self.statements.update(set(statement_pairs(made.module)))
        self.operators.update(set(operator_pairs(made.module)))


def rows_of(made: Generated) -> set[str]:
    """Return the names of the rows that a program calls; raise `MalformedShader` for a program
    that is not legal.
    """
    typing = check(made.module, made.stage)
    found = set()
    for node in walk(made.module):
        callee = typing.callees.get(id(node)) if isinstance(node, Call) else None
        if isinstance(callee, Overload):
            found.add(callee.builtin.name)
        elif isinstance(node, Call) and isinstance(node.callee, Name):
            found |= {row for name, row in _STRUCTURES.items() if node.callee.name == name}
    return found


def statement_pairs(module: Module) -> Iterator[Pair]:
    """Yield the kinds of a statement and of one directly in its bodies; the blocks that are those
    bodies are no statements of their own.
    """
    for node in walk(module):
        if isinstance(node, Statement | Function) and not isinstance(node, Block):
            for below in _bodies(node):
                yield type(node).__name__, type(below).__name__


def _bodies(node: Node) -> Iterator[Statement]:
    for below in children(node):
        if isinstance(below, Block | Clause):
            yield from _bodies(below)
        elif isinstance(below, Statement):
            yield below


def operator_pairs(module: Module) -> Iterator[Pair]:
    """Yield the operators of an expression and of one that is its operand."""
    for node in walk(module):
        outer = operator_of(node)
        if outer:
            for below in children(node):
                inner = operator_of(below)
                if inner:
                    yield outer, inner


def operator_of(node: Node) -> str:
    """Return an operator as it is counted, with `~x` for prefixes; nothing for another node."""
    if isinstance(node, Binary):
        return node.op
    if isinstance(node, Unary):
        return f"{node.op}x"
    if isinstance(node, Conditional):
        return "?:"
    if isinstance(node, Expression) and isinstance(node, Call):
        return "" if isinstance(node.callee, Field) or not _is_select(node) else "?:"
    return ""


def _is_select(node: Call) -> bool:
    return isinstance(node.callee, Name) and node.callee.name == "select"
