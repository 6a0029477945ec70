"""What is known of a program before its code is generated: where variables live, what functions
do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..checker.typing import Typing
from ..semantics import Semantics
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Call,
    Declare,
    Discard,
    Expression,
    Function,
    Increment,
    IncrementExpr,
    Index,
    Interface,
    Literal,
    Name,
    Node,
    Param,
    Return,
    Variable,
)
from ..tree.walk import find, walk
from ..types import VOID, Array, Pointer, Struct, Type, is_numeric, stored_type
from .access import Access, Effects, VariablePart

BARRIERS: Final[Mapping[str, tuple[bool, bool]]] = MappingProxyType(
    {
        "barrier": (True, False),
        "workgroupBarrier": (True, False),
        "storageBarrier": (False, True),
        "textureBarrier": (False, False),
        "workgroupUniformLoad": (True, False),
    }
)
"""Where a workgroup waits: whether that orders workgroup memory, and whether storage memory."""
FENCES: Final = frozenset(("memoryBarrier", "memoryBarrierBuffer", "groupMemoryBarrier"))
"""The memory barriers of GLSL that storage memory is ordered by, together with a barrier at
which all wait.
"""
_SCANNED: Final = frozenset(
    (
        AddressOf,
        Assign,
        AssignExpr,
        Call,
        Discard,
        Increment,
        IncrementExpr,
        Index,
        Param,
        Variable,
    )
)


Derives = Callable[[Call, FunctionSymbol | Overload], bool]
"""Whether a call takes derivatives beside what the name of its function says."""


class Facts:
    """Facts about one checked module.

    `definitions` are the functions with bodies; `in_memory` the variables that are lists;
    `suspending` the functions in which an invocation may have to wait for others; `impure` those
    whose call changes anything, of those that are called; `partial` the types of lists that may
    hold what was never written; `unsure` variables and functions that may give None; `discarding`
    those with a `discard` of their own. `fenced`: a memory barrier is called that orders storage
    memory. `derived` are the calls, by their nodes' numbers, that take derivatives to choose a
    level, of those for which `derives` says so.
    """

    def __init__(
        self, typing: Typing, semantics: Semantics, derives: Derives | None = None
    ) -> None:
        self.typing: Final = typing
        self.derives: Final = derives
        self.derived: Final[set[int]] = set()
        self.semantics: Final = semantics
        self.definitions: Final = _definitions(typing)
        self.in_memory: Final[set[VariableSymbol]] = set()
        self.assigned: Final[set[VariableSymbol]] = set()
        self.locals: Final[set[VariableSymbol]] = set()
        self.partial: Final[set[Type]] = set()
        self.unsure: Final[set[VariableSymbol | FunctionSymbol]] = set()
        self.calls: Final[dict[FunctionSymbol, dict[FunctionSymbol, None]]] = {}
        self.suspending: Final[set[FunctionSymbol]] = set()
        self.impure: Final[set[FunctionSymbol]] = set()
        self.discarding: Final[set[FunctionSymbol]] = set()
        self.fenced = False
        integers: dict[int, object] = {
            key: value for key, value in typing.constants.items() if type(value) is int
        }
        self.access: Final = Access(typing, integers)
        self._scan_module()
        called = {callee for callees in self.calls.values() for callee in callees}
        for function in self.order_from_leaves():
            self._close(function, is_called=function in called)

    def order_from_leaves(self) -> list[FunctionSymbol]:
        """Return all functions, each after those that it calls: the checker refuses recursion."""
        done: dict[FunctionSymbol, None] = {}

        def visit(function: FunctionSymbol) -> None:
            # One that is only declared is another file's.
            if function in done or function not in self.definitions:
                return
            for callee in self.calls[function]:
                visit(callee)
            done[function] = None

        for function in self.definitions:
            visit(function)
        return list(done)

    def reached_from(self, entry: FunctionSymbol) -> list[FunctionSymbol]:
        """Return an entry point and all that it calls, directly or not, each after those that
        it calls.
        """
        found = {entry}
        waiting = [entry]
        while waiting:
            new = self.calls.get(waiting.pop(), {}).keys() - found
            found |= new
            waiting += new
        return [function for function in self.order_from_leaves() if function in found]

    def named_by(self, functions: Iterable[FunctionSymbol]) -> set[VariableSymbol]:
        """Return the variables that functions name, and the initialisers of global variables."""
        roots: list[Node] = [self.definitions[function] for function in functions]
        roots += [
            variable.init for variable in self._global_variables() if variable.init is not None
        ]
        symbols = self.typing.symbols
        return {symbols[id(node)] for root in roots for node in walk(root) if id(node) in symbols}

    def may_change(self, node: Expression) -> bool:
        """Whether evaluating an expression may change anything that another one reads."""
        if self.access.effects(node).writes:
            return True
        for below in walk(node):
            callee = self.typing.callees.get(id(below)) if isinstance(below, Call) else None
            if isinstance(callee, FunctionSymbol) and callee in self.impure:
                return True
        return False

    # ---- one walk over everything

    def _scan_module(self) -> None:
        for block in find(self.typing.module, Interface):
            if block.storage == "out" and not self.semantics.zero_initialised:
                self._mark_partial(self.typing.structs[id(block)])
        for variable in self._global_variables():
            self._scan_declared(variable)
            if variable.init is not None:
                self._scan_below(variable.init, None)
        for function, node in self.definitions.items():
            if (
                function.result is not VOID
                and not self.semantics.zero_initialised
                and may_fall_off(node)
            ):
                self.unsure.add(function)
            self.calls[function] = {}
            self._scan_below(node, function)

    def _global_variables(self) -> Iterator[Variable]:
        for node in self.typing.module.decls:
            if isinstance(node, Declare):
                yield from node.variables

    def _scan_below(self, root: Node, function: FunctionSymbol | None) -> None:
        for node in walk(root):
            # Most nodes are none of these, and one look is faster than all of `isinstance`.
            if type(node) in _SCANNED:
                self._scan(node, function)

    def _scan(self, node: Node, function: FunctionSymbol | None) -> None:
        """Learn from a node of a function, or of the initialiser of a global variable."""
        if isinstance(node, Variable):
            self._scan_declared(node)
            self.locals.add(self.typing.declared[id(node)])
        elif isinstance(node, Param):
            self._scan_declared(node)
        elif isinstance(node, Index):
            known = self.access.constants.get(id(node.index))
            if not isinstance(node.index, Literal) and not isinstance(known, int):
                self._remember(node.base)
        elif isinstance(node, AddressOf):
            self._remember(node.operand)
        elif isinstance(node, Call):
            self._scan_call(node, function)
        elif isinstance(node, Assign | Increment | AssignExpr | IncrementExpr):
            place = None if node.target is None else self.access.place_of(node.target)
            if place is not None:
                self.assigned.add(place.symbol)
        elif isinstance(node, Discard) and function is not None:
            self.discarding.add(function)

    def _scan_declared(self, node: Variable | Param) -> None:
        symbol = self.typing.declared.get(id(node))
        if symbol is None:
            return
        type = stored_type(symbol.type)
        if not is_numeric(type) and not isinstance(type, Pointer):
            self.in_memory.add(symbol)
        self._mark_if_uninitialised(symbol)

    def _mark_partial(self, type: Type) -> None:
        """Lists of this type, and of the types in it, may hold what was never written."""
        self.partial.add(type)
        if isinstance(type, Array):
            self._mark_partial(type.element)
        elif isinstance(type, Struct):
            for member in type.members:
                self._mark_partial(member.type)

    def _remember(self, node: Expression) -> None:
        place = self.access.place_of(node)
        if place is not None and not isinstance(place.symbol.type, Pointer):
            self.in_memory.add(place.symbol)
            self._mark_if_uninitialised(place.symbol)

    def _mark_if_uninitialised(self, symbol: VariableSymbol) -> None:
        node = symbol.node
        bare = (
            isinstance(node, Variable)
            and node.init is None
            and symbol.role in ("var", "out", "shared")
        )
        if (
            bare or (isinstance(node, Param) and node.direction == "out")
        ) and not self.semantics.zero_initialised:
            self._mark_partial(symbol.type)

    def _scan_call(self, node: Call, function: FunctionSymbol | None) -> None:
        callee = self.typing.callees.get(id(node))
        if not isinstance(callee, FunctionSymbol | Overload):
            # `workgroupUniformLoad` goes by the structure of its type, and so has no overload.
            waits = (
                callee is None and isinstance(node.callee, Name) and node.callee.name in BARRIERS
            )
            if function is not None and waits:
                self.suspending.add(function)
            return
        if self.derives is not None and self.derives(node, callee):
            self.derived.add(id(node))
            if function is not None:
                self.suspending.add(function)
        if function is not None:
            self._scan_callee(callee, function)
        for argument, direction in zip(node.args, callee.directions, strict=True):
            place = None if direction == "in" else self.access.place_of(argument)
            if place is None:
                continue
            self.assigned.add(place.symbol)
            # What an `out` argument gives may be unwritten.
            if not self.semantics.zero_initialised:
                self.unsure.add(place.symbol)

    def _scan_callee(self, callee: FunctionSymbol | Overload, function: FunctionSymbol) -> None:
        if isinstance(callee, Overload):
            if is_waiting(callee):
                self.suspending.add(function)
            if callee.builtin.theme in ("atomic", "barrier", "emission", "image"):
                self.impure.add(function)
            self.fenced = self.fenced or callee.name in FENCES
        else:
            self.calls[function][callee] = None

    # ---- functions through their calls

    def _close(self, function: FunctionSymbol, *, is_called: bool) -> None:
        """Learn of a function through those that it calls; its effects are asked for by callers."""
        node = self.definitions[function]
        for callee in self.calls[function]:
            if callee in self.suspending:
                self.suspending.add(function)
            if callee in self.impure:
                self.impure.add(function)
        if not is_called:
            return
        effects = self._outer_effects(node)
        self.access.globals_of[function] = effects
        pointers = any(isinstance(type, Pointer) for type in function.types)
        if (
            effects.writes
            or pointers
            or function in self.suspending
            or set(function.directions) - {"in"}
        ):
            self.impure.add(function)
        if function in self.discarding:
            self.impure.add(function)

    def _outer_effects(self, node: Function) -> Effects:
        """Return what a function does to what is not its own: each name in it may be read, and
        calls and assignments write.
        """
        own: set[int] = set()
        reads: dict[VariableSymbol, None] = {}
        writes: dict[VariableSymbol, None] = {}
        symbols = self.typing.symbols
        for below in walk(node):
            if type(below) is Name:
                symbol = symbols.get(id(below))
                if symbol is not None:
                    reads[symbol] = None
            elif type(below) not in _SCANNED:
                continue
            elif isinstance(below, Call):
                effects = self.access.effects(below)
                reads.update((place.symbol, None) for place in effects.reads)
                writes.update((place.symbol, None) for place in effects.writes)
            elif isinstance(below, Assign | Increment | AssignExpr | IncrementExpr):
                written = None if below.target is None else self.access.place_of(below.target)
                if written is not None:
                    writes[written.symbol] = None
            elif isinstance(below, Variable | Param):
                own.add(id(below))
        return Effects(_outer_parts(reads, own), _outer_parts(writes, own))


def _outer_parts(symbols: Iterable[VariableSymbol], own: set[int]) -> tuple[VariablePart, ...]:
    """Return the variables that are not declared by nodes of the function's own."""
    return tuple([VariablePart(one, inner=True) for one in symbols if id(one.node) not in own])


def _definitions(typing: Typing) -> dict[FunctionSymbol, Function]:
    """Return the functions with bodies, in the order of the text."""
    by_node = {id(node): symbol for symbol, node in typing.bodies.items()}
    nodes = [
        node for node in typing.module.decls if isinstance(node, Function) and node.body is not None
    ]
    return {by_node[id(node)]: node for node in nodes}


def may_fall_off(node: Function) -> bool:
    """Whether control may reach the end of a function, as far as its last statement says."""
    return not (
        node.body is not None
        and node.body.statements
        and isinstance(node.body.statements[-1], Return)
    )


def is_waiting(callee: Overload) -> bool:
    """Whether an invocation that calls a built-in function waits for others."""
    return callee.builtin.theme == "derivative" or callee.name in BARRIERS
