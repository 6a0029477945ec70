"""WGSL's alias analysis: a call must not reach one variable in two ways, one of which writes it.

Source: WGSL specification, 11.4.1 "Alias Analysis". The rule is one of the text, whatever a run would do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..tree import AddressOf, Assign, Call, Deref, Expression, Field, Function, Increment, Index, Name, Node, Variable
from ..tree.walk import walk
from ..types import Pointer


class Summary:
    """What a function reads and writes: its pointer parameters, and variables of the module, by its calls as well."""

    __slots__ = ("reads", "writes")

    def __init__(self) -> None:
        self.reads: Final[dict[VariableSymbol, None]] = {}
        self.writes: Final[dict[VariableSymbol, None]] = {}


class Aliases:
    """The analysis of one module. `functions` come each after those that it calls."""

    def __init__(self, typing: Typing, functions: list[FunctionSymbol], bodies: dict[FunctionSymbol, Function]) -> None:
        self.typing: Final = typing
        self.bodies: Final = bodies
        self.summaries: Final[dict[FunctionSymbol, Summary]] = {}
        for function in functions:
            self.summaries[function] = self._summary(bodies[function])

    def root(self, node: Expression) -> VariableSymbol | None:
        """Return the variable or parameter that a place or pointer leads to."""
        while not isinstance(node, Name):
            if isinstance(node, AddressOf | Deref):
                node = node.operand
            elif isinstance(node, Index | Field):
                node = node.base
            else:
                return None
        symbol = self.typing.symbols.get(id(node))
        if symbol is None or not isinstance(symbol.type, Pointer):
            return symbol
        declared = symbol.node
        return self.root(declared.init) if isinstance(declared, Variable) and declared.init is not None else symbol

    def clash(self, node: Call, callee: FunctionSymbol) -> str:
        """Return the name of a variable that a call reaches twice, once to write it; empty where there is none."""
        summary = self.summaries[callee]
        seen: dict[VariableSymbol, bool] = {}
        for root, param in self._pointers(node, callee):
            if param not in summary.reads and param not in summary.writes:
                continue
            writes = param in summary.writes
            if root in seen and (writes or seen[root]):
                return root.name
            seen[root] = writes or seen.get(root, False)
            if root in summary.writes or (writes and root in summary.reads):
                return root.name
        return ""

    def _pointers(self, node: Call, callee: FunctionSymbol) -> Iterator[tuple[VariableSymbol, VariableSymbol]]:
        """The root of each pointer argument, with its parameter."""
        for argument, param, type in zip(node.args, self.bodies[callee].params, callee.types, strict=True):
            root = self.root(argument) if isinstance(type, Pointer) else None
            declared = self.typing.declared.get(id(param))
            if root is not None and declared is not None:
                yield root, declared

    # ---- one function

    def _summary(self, function: Function) -> Summary:
        found = Summary()
        handled: set[int] = set()
        for node in walk(function):
            self._note(node, found, handled)
        own = {id(node) for node in walk(function) if isinstance(node, Variable)}
        for log in (found.reads, found.writes):
            for symbol in [symbol for symbol in log if id(symbol.node) in own]:
                del log[symbol]
        return found

    def _note(self, node: Node, found: Summary, handled: set[int]) -> None:
        if isinstance(node, Assign | Increment) and node.target is not None:
            self._add(found.writes, node.target)
            handled.add(id(_base(node.target)))
            if isinstance(node, Increment) or node.op != "=":
                self._add(found.reads, node.target)
        elif isinstance(node, Variable) and node.init is not None and self._is_pointer(node):
            handled.add(id(_base(node.init)))
        elif isinstance(node, Call):
            self._note_call(node, found, handled)
        elif isinstance(node, Name) and id(node) not in handled and id(node) in self.typing.symbols:
            self._add(found.reads, node)

    def _is_pointer(self, node: Variable) -> bool:
        symbol = self.typing.declared.get(id(node))
        return symbol is not None and isinstance(symbol.type, Pointer)

    def _note_call(self, node: Call, found: Summary, handled: set[int]) -> None:
        callee = self.typing.callees.get(id(node))
        if isinstance(callee, Overload) and callee.builtin.theme == "atomic":
            self._add(found.reads, node.args[0])
            self._add(found.writes, node.args[0])
            handled.add(id(_base(node.args[0])))
        if not isinstance(callee, FunctionSymbol):
            return
        summary = self.summaries[callee]
        for argument, type in zip(node.args, callee.types, strict=True):
            if isinstance(type, Pointer):
                handled.add(id(_base(argument)))
        reached = dict(self._pointers_by_param(node, callee))
        for log, own in ((summary.reads, found.reads), (summary.writes, found.writes)):
            for symbol in log:
                own[reached.get(symbol, symbol)] = None

    def _pointers_by_param(self, node: Call, callee: FunctionSymbol) -> Iterator[tuple[VariableSymbol, VariableSymbol]]:
        for root, param in self._pointers(node, callee):
            yield param, root

    def _add(self, log: dict[VariableSymbol, None], node: Expression) -> None:
        root = self.root(node)
        if root is not None:
            log[root] = None


def _base(node: Expression) -> Expression:
    while True:
        if isinstance(node, AddressOf | Deref):
            node = node.operand
        elif isinstance(node, Index | Field):
            node = node.base
        else:
            return node
