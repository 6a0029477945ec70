"""What the checker found out, kept beside the tree."""

from __future__ import annotations

from typing import Final

from ..builtins.signature import Overload
from ..tree import Expression, Function, Module, Node
from ..types import Struct, Type
from .effects import Effects
from .symbols import Constant, FunctionSymbol, Symbol, VariableSymbol

Callee = Overload | FunctionSymbol | Type
"""What a call calls: a built-in function, a function of the program, or the type that a
constructor makes.
"""


class Typing:
    """Types, callees, symbols and constants of a checked module, by the identity of its nodes.

    The module is kept, so that no identity is used again; so are those that it was rewritten from
    (`kept`), with which it shares nodes. `scope` is the module's; `functions` are its functions
    with the places of their first declarations among the module's, `bodies` the nodes that hold
    their bodies. `precisions` are the default ones at the end; `calls` and `uses` (WGSL) say which
    function names which others, and which variables of the module, and where; `effects` and
    `parameters` (WGSL) what its body does to memory, and through which parameters.
    """

    __slots__ = (
        "bodies",
        "callees",
        "calls",
        "constants",
        "declared",
        "effects",
        "functions",
        "kept",
        "module",
        "parameters",
        "precisions",
        "scope",
        "structs",
        "symbols",
        "types",
        "uses",
    )

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.kept: Final[list[Module]] = []
        self.scope: dict[str, Symbol] = {}
        self.functions: Final[list[tuple[int, FunctionSymbol]]] = []
        self.bodies: Final[dict[FunctionSymbol, Function]] = {}
        self.precisions: dict[str, str] = {}
        self.calls: Final[dict[str, dict[str, Node]]] = {}
        self.uses: Final[dict[str, dict[str, Node]]] = {}
        self.effects: Final[dict[str, Effects]] = {}
        self.parameters: Final[dict[str, list[VariableSymbol]]] = {}
        self.types: Final[dict[int, Type]] = {}
        self.callees: Final[dict[int, Callee]] = {}
        self.symbols: Final[dict[int, VariableSymbol]] = {}
        self.constants: Final[dict[int, Constant]] = {}
        self.structs: Final[dict[int, Struct]] = {}
        self.declared: Final[dict[int, VariableSymbol]] = {}

    def take(self, known: Typing) -> None:
        """Take over all that is known of the module that this one was rewritten from."""
        self.kept.extend((*known.kept, known.module))
        self.types.update(known.types)
        self.callees.update(known.callees)
        self.symbols.update(known.symbols)
        self.constants.update(known.constants)
        self.structs.update(known.structs)
        self.declared.update(known.declared)
        self.functions.extend(known.functions)
        self.bodies.update(known.bodies)
        self.scope, self.precisions = known.scope, known.precisions

    def type_of(self, node: Expression) -> Type:
        """Return the type of an expression; a `KeyError` for a node of another tree."""
        return self.types[id(node)]

    def callee_of(self, node: Node) -> Callee:
        return self.callees[id(node)]

    def symbol_of(self, node: Node) -> VariableSymbol:
        """Return what a name stands for."""
        return self.symbols[id(node)]
