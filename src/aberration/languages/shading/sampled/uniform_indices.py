"""Which expressions are dynamically uniform: all invocations that evaluate one at the same time, in
the same iteration of loops, get the same value (GLSL 4.60, 3.8.2). Textures of an array may be
chosen by such an index alone (GLSL 4.60, 4.1.7).

Known as such are constants, uniforms, what operators make of them, and the counter of a `for` loop
that begins and goes on by such numbers and that nothing else writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..tree import (
    Assign,
    AssignExpr,
    Binary,
    Call,
    Declare,
    Expression,
    Field,
    For,
    Increment,
    IncrementExpr,
    Index,
    Literal,
    Name,
    Node,
    Unary,
    Variable,
)
from ..tree.walk import children, walk

_MADE_OF_PARTS: Final = (Binary, Unary, Field, Index)
_CONVERSIONS: Final = ("int", "uint")
_FIXED: Final = ("const", "let")
_WRITES: Final = (Assign, AssignExpr, Increment, IncrementExpr)


class UniformIndices:
    """Answers about the expressions of one module."""

    def __init__(self, typing: Typing) -> None:
        self._typing: Final = typing
        self._loops: Final[dict[VariableSymbol, For]] = {}
        self._writes: Final[dict[VariableSymbol, int]] = {}
        for node in walk(typing.module):
            self._note(node)

    def is_uniform(self, node: Expression) -> bool:
        """Whether an expression is known to be dynamically uniform."""
        if isinstance(node, Literal) or self._typing.constants.get(id(node)) is not None:
            return True
        if isinstance(node, Name):
            return self._is_uniform_name(self._typing.symbols.get(id(node)))
        if isinstance(node, Call):
            return self._is_conversion(node) and all(map(self.is_uniform, node.args))
        if not isinstance(node, _MADE_OF_PARTS):
            return False
        parts = [one for one in children(node) if isinstance(one, Expression)]
        return all(map(self.is_uniform, parts))

    def _is_conversion(self, node: Call) -> bool:
        name = getattr(node.callee, "name", "")
        callee = self._typing.callees.get(id(node))
        return name in _CONVERSIONS and not isinstance(callee, FunctionSymbol)

    def _is_uniform_name(self, symbol: VariableSymbol | None) -> bool:
        if symbol is None:
            return False
        if symbol.role == "uniform":
            return True
        if symbol in self._loops:
            return self._is_counter(symbol, self._loops[symbol])
        begin = symbol.node.init if isinstance(symbol.node, Variable) else None
        return symbol.role in _FIXED and begin is not None and self.is_uniform(begin)

    def _is_counter(self, symbol: VariableSymbol, loop: For) -> bool:
        """Whether the variable of a loop is the same number in each iteration."""
        step = loop.step
        if self._writes.get(symbol, 0) != 1 or not isinstance(step, Assign | Increment):
            return False
        if self._root(step.target) is not symbol:
            return False
        if isinstance(step, Assign) and (step.op == "=" or not self.is_uniform(step.value)):
            return False
        begin = symbol.node.init if isinstance(symbol.node, Variable) else None
        return begin is not None and self.is_uniform(begin)

    def _note(self, node: Node) -> None:
        if isinstance(node, For) and isinstance(node.init, Declare):
            for variable in node.init.variables:
                self._loops[self._typing.declared[id(variable)]] = node
        for target in self._targets_of(node):
            symbol = self._root(target)
            if symbol is not None:
                self._writes[symbol] = self._writes.get(symbol, 0) + 1

    def _targets_of(self, node: Node) -> Iterator[Expression | None]:
        """Give what a statement or an expression writes by itself."""
        if isinstance(node, _WRITES):
            yield node.target
        if isinstance(node, Call):
            callee = self._typing.callees.get(id(node))
            directions: tuple[str, ...] = ()
            if isinstance(callee, FunctionSymbol | Overload):
                directions = callee.directions
            for argument, direction in zip(node.args, directions, strict=False):
                if direction in ("out", "inout"):
                    yield argument

    def _root(self, node: Expression | None) -> VariableSymbol | None:
        """Return the variable of which something written is a part."""
        while isinstance(node, Index | Field):
            node = node.base
        return self._typing.symbols.get(id(node)) if isinstance(node, Name) else None
