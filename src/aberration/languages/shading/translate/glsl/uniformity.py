"""Whether control flow around barriers is provably uniform, as WGSL demands of a program (section
"Uniformity").

This analysis knows less than WGSL's own: a variable is what it is at its worst anywhere. So what it
lets pass, WGSL's lets pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...analysis.facts import Facts
from ...builtins.signature import Overload
from ...checker.symbols import FunctionSymbol, VariableSymbol
from ...tree import (
    Assign,
    AssignExpr,
    Block,
    Break,
    Call,
    Continue,
    Declare,
    Discard,
    DoWhile,
    Expression,
    Field,
    For,
    If,
    Increment,
    IncrementExpr,
    Index,
    Interface,
    Name,
    Node,
    Param,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from ...tree.walk import children, walk
from .reader import functions_with

_UNIFORM_STAGE: Final = frozenset(("gl_WorkGroupID", "gl_NumWorkGroups", "gl_WorkGroupSize"))
_LEAVES: Final = (Break, Continue, Return, Discard)
_LOOPS: Final = (For, While, DoWhile)


class Uniformity:
    """`varying` are the variables that may differ between invocations, `results` the functions
    whose results may.
    """

    def __init__(self, facts: Facts, entry: FunctionSymbol) -> None:
        self.facts: Final = facts
        self.typing: Final = facts.typing
        self.entry: Final = entry
        self.varying: Final[set[VariableSymbol]] = set()
        self.results: Final[set[FunctionSymbol]] = set()
        self.waiting: Final = functions_with(facts, self._is_barrier)
        self.found: Node | None = None
        self.returned = False
        self.function = entry

    def fault(self) -> Node | None:
        """Return a barrier, or a call that comes to one, around which control flow may vary;
        None for none.
        """
        if not self.waiting:
            return None
        before = (-1, -1)
        while before != (len(self.varying), len(self.results)):
            before = (len(self.varying), len(self.results))
            self.found = None
            for function in self.facts.order_from_leaves():
                node = self.facts.definitions[function]
                assert node.body is not None
                self.function, self.returned = function, False
                self._statements(node.body.statements, varies=False)
        return self.found

    def _is_barrier(self, node: Node) -> bool:
        callee = self.typing.callees.get(id(node))
        return isinstance(callee, Overload) and callee.builtin.theme == "barrier"

    # ---- statements

    def _statements(self, nodes: Sequence[Statement], *, varies: bool) -> None:
        for node in nodes:
            self._statement(node, varies=varies or self.returned)
            varies = varies or self._parts(node)

    def _parts(self, node: Statement) -> bool:
        """Whether invocations may diverge in a statement for the rest of the block."""
        if not isinstance(node, If | Switch | Block):
            return False
        return any(isinstance(below, _LEAVES) for below in walk(node)) and self._chooses(node)

    def _chooses(self, node: Node) -> bool:
        conditions = [one.condition for one in walk(node) if isinstance(one, If)]
        selectors = [one.selector for one in walk(node) if isinstance(one, Switch)]
        return any(map(self.varies, (*conditions, *selectors)))

    def _statement(self, node: Statement, *, varies: bool) -> None:
        if isinstance(node, Block):
            self._statements(node.statements, varies=varies)
        elif isinstance(node, If):
            self._effects(node.condition, varies=varies)
            inner = varies or self.varies(node.condition)
            self._statements(node.then.statements, varies=inner)
            if node.otherwise is not None:
                self._statement(node.otherwise, varies=inner)
        elif isinstance(node, Switch):
            self._effects(node.selector, varies=varies)
            inner = varies or self._parts(node) or self.varies(node.selector)
            for clause in node.clauses:
                self._statements(clause.body.statements, varies=inner)
        elif isinstance(node, _LOOPS):
            self._loop(node, varies=varies)
        else:
            self._simple(node, varies=varies)

    def _loop(self, node: For | While | DoWhile, *, varies: bool) -> None:
        condition = node.condition
        head = [part for part in children(node) if part is not node.body]
        parting = self._parts(node.body)
        test = condition.variables[0].init if isinstance(condition, Declare) else condition
        inner = varies or parting or (isinstance(test, Expression) and self.varies(test))
        for part in head:
            if isinstance(part, Statement):
                first = part is getattr(node, "init", None)
                self._statement(part, varies=varies if first else inner)
            elif isinstance(part, Expression):
                self._effects(part, varies=inner)
        self._statements(node.body.statements, varies=inner)

    def _simple(self, node: Statement, *, varies: bool) -> None:
        if isinstance(node, Return):
            if varies or (node.value is not None and self.varies(node.value)):
                self.results.add(self.function)
            self.returned = self.returned or varies
        if isinstance(node, Discard):
            self.returned = self.returned or varies
        self._effects(node, varies=varies)

    # ---- what is written, and who waits

    def _effects(self, node: Node, *, varies: bool) -> None:
        any_varies = varies or any(
            isinstance(below, Expression) and self._leaf(below) for below in walk(node)
        )
        for below in walk(node):
            if isinstance(below, Variable) and below.init is not None and any_varies:
                self.varying.add(self.typing.declared[id(below)])
            elif isinstance(below, Assign | AssignExpr | Increment | IncrementExpr) and any_varies:
                self._mark(below.target)
            elif isinstance(below, Call):
                self._call(below, varies=varies, any_varies=any_varies)

    def _mark(self, node: Expression | None) -> None:
        while isinstance(node, Index | Field):
            node = node.base
        symbol = self.typing.symbols.get(id(node))
        if symbol is not None:
            self.varying.add(symbol)

    def _call(self, node: Call, *, varies: bool, any_varies: bool) -> None:
        callee = self.typing.callees.get(id(node))
        waits = self._is_barrier(node) or callee in self.waiting
        if waits and varies and self.found is None:
            self.found = node
        if not isinstance(callee, FunctionSymbol | Overload):
            return
        for argument, direction in zip(node.args, callee.directions, strict=True):
            if direction != "in" and (any_varies or isinstance(callee, FunctionSymbol)):
                self._mark(argument)
        if isinstance(callee, FunctionSymbol):
            self._pass(node, callee)

    def _pass(self, node: Call, callee: FunctionSymbol) -> None:
        definition = self.facts.definitions[callee]
        for argument, param in zip(node.args, definition.params, strict=True):
            symbol = self.typing.declared.get(id(param))
            if symbol is not None and (
                param.direction in ("out", "inout") or self.varies(argument)
            ):
                self.varying.add(symbol)

    # ---- values

    def varies(self, node: Expression) -> bool:
        """Whether the value of an expression may differ between invocations."""
        return any(isinstance(below, Expression) and self._leaf(below) for below in walk(node))

    def _leaf(self, node: Expression) -> bool:
        if isinstance(node, Call):
            callee = self.typing.callees.get(id(node))
            return callee in self.results or (
                isinstance(callee, Overload) and callee.builtin.theme == "atomic"
            )
        symbol = self.typing.symbols.get(id(node)) if isinstance(node, Name) else None
        return symbol is not None and self._is_varying(symbol)

    def _is_varying(self, symbol: VariableSymbol) -> bool:
        if symbol.constant is not None or symbol.role == "uniform":
            return False
        if symbol.node is None:
            return symbol.name not in _UNIFORM_STAGE or self.function is not self.entry
        if symbol.role == "buffer":
            readonly = isinstance(symbol.node, Interface) and all(
                "readonly" in (*symbol.node.qualifiers, *member.qualifiers)
                for member in symbol.node.members
            )
            return not readonly
        local = isinstance(symbol.node, Param) or symbol in self.facts.locals
        return symbol in self.varying or not local
