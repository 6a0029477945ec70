"""What the checker found out, kept beside the tree."""

from __future__ import annotations

from typing import Final

from ..builtins.signature import Overload
from ..tree import Expression, Module, Node
from ..types import Struct, Type
from .symbols import Constant, FunctionSymbol, VariableSymbol

Callee = Overload | FunctionSymbol | Type
"""What a call calls: a built-in function, a function of the program, or the type that a constructor makes."""


class Typing:
    """Types, callees, symbols and constants of a checked module, by the identity of its nodes.

    The module is kept, so that no identity is used again. A rewritten tree shares nodes with it: what is known of those
    stays true as long as what they name stays.
    """

    __slots__ = ("callees", "constants", "declared", "functions", "module", "structs", "symbols", "types")

    def __init__(self, module: Module) -> None:
        self.module: Final = module
        self.types: Final[dict[int, Type]] = {}
        self.callees: Final[dict[int, Callee]] = {}
        self.symbols: Final[dict[int, VariableSymbol]] = {}
        self.constants: Final[dict[int, Constant]] = {}
        self.structs: Final[dict[int, Struct]] = {}
        self.declared: Final[dict[int, VariableSymbol]] = {}
        self.functions: Final[dict[int, FunctionSymbol]] = {}

    def type_of(self, node: Expression) -> Type:
        """Return the type of an expression; a `KeyError` for a node of another tree."""
        return self.types[id(node)]

    def callee_of(self, node: Node) -> Callee:
        return self.callees[id(node)]

    def symbol_of(self, node: Node) -> VariableSymbol:
        """Return what a name stands for."""
        return self.symbols[id(node)]
