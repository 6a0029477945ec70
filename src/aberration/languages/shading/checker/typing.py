"""What the checker found out, kept beside the tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..builtins.signature import Overload
from ..tree import Expression, Function, Module, Node
from ..types import Struct, Type
from .effects import FunctionEffects
from .symbols import Constant, FunctionSymbol, Symbol, VariableSymbol

Callee = Overload | FunctionSymbol | Type
"""What a call calls: a built-in function, a function of the program, or the type that a
constructor makes.
"""


class Typing:
    """Types, callees, symbols and constants of a checked module, by the identity of its nodes.

    The module is kept, so that no identity is used again. `bodies` are the nodes that hold the
    bodies of functions; `calls` and `uses` (WGSL) say which function names which others, and which
    variables of the module, and where; `effects` and `parameters` (WGSL) what its body does to
    memory, and through which parameters. `names` are what the names of the module stand for;
    `assigned` (GLSL, ESSL) the variables that something may write after their declaration.
    """

    __slots__ = (
        "assigned",
        "bodies",
        "callees",
        "calls",
        "constants",
        "declared",
        "effects",
        "module",
        "names",
        "parameters",
        "structs",
        "symbols",
        "types",
        "uses",
    )

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.bodies: Final[dict[FunctionSymbol, Function]] = {}
        self.calls: Final[dict[str, dict[str, Node]]] = {}
        self.uses: Final[dict[str, dict[str, Node]]] = {}
        self.effects: Final[dict[str, FunctionEffects]] = {}
        self.parameters: Final[dict[str, list[VariableSymbol]]] = {}
        self.types: Final[dict[int, Type]] = {}
        self.callees: Final[dict[int, Callee]] = {}
        self.symbols: Final[dict[int, VariableSymbol]] = {}
        self.constants: Final[dict[int, Constant]] = {}
        self.structs: Final[dict[int, Struct]] = {}
        self.declared: Final[dict[int, VariableSymbol]] = {}
        self.names: Final[dict[str, Symbol]] = {}
        self.assigned: Final[set[VariableSymbol]] = set()

    def take_over(self, before: Typing) -> None:
        """Take over what is known of a module of which this one was made."""
        self.bodies.update(before.bodies)
        self.calls.update(before.calls)
        self.types.update(before.types)
        self.callees.update(before.callees)
        self.symbols.update(before.symbols)
        self.constants.update(before.constants)
        self.structs.update(before.structs)
        self.declared.update(before.declared)
        self.names.update(before.names)
        self.assigned.update(before.assigned)

    def exchange(self, new: Mapping[VariableSymbol, VariableSymbol]) -> None:
        """Let all names of variables stand for the symbols that came in place of theirs."""
        self.symbols.update({key: new[old] for key, old in self.symbols.items() if old in new})
        changed = [old for old in self.assigned if old in new]
        self.assigned.difference_update(changed)
        self.assigned.update([new[old] for old in changed])

    def note_call(self, caller: str, callee: str, node: Node) -> None:
        """Note that one function names another; the first place counts."""
        self.calls.setdefault(caller, {}).setdefault(callee, node)

    def type_of(self, node: Expression) -> Type:
        """Return the type of an expression; a `KeyError` for a node of another tree."""
        return self.types[id(node)]

    def callee_of(self, node: Node) -> Callee:
        return self.callees[id(node)]

    def symbol_of(self, node: Node) -> VariableSymbol:
        """Return what a name stands for."""
        return self.symbols[id(node)]
