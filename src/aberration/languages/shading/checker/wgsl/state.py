"""State of the checker of WGSL. Module scope has no order: a declaration is checked when first
named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ...builtins.lookup import KNOWN
from ...rules import Rules
from ...source import quote
from ...tree import (
    Alias,
    ConstAssert,
    Declaration,
    Declare,
    Expression,
    Function,
    Module,
    Node,
    StructDecl,
    Variable,
)
from ...types import Type
from ..effects import FunctionEffects
from ..fault import refuse
from ..state import Checker
from ..symbols import FunctionSet, Symbol, TypeSymbol, VariableSymbol
from .builtin_names import builtin_names

Named = Variable | Function | StructDecl | Alias
NAMED: Final = (Variable, Function, StructDecl, Alias)
Typer = Callable[["WgslChecker", Any], Type]
Resolver = Callable[["WgslChecker", Any], VariableSymbol | FunctionSet | TypeSymbol]


class WgslChecker(Checker):
    """State of one check. `typers` return the type of an expression, `resolvers` check what the
    module declares, bodies of functions apart, each by the kind of node. `jumps` is what surrounds
    a statement: nothing, a `loop`, or a `continuing` block.
    """

    def __init__(
        self,
        module: Module,
        rules: Rules,
        typers: Mapping[type[Expression], Typer],
        resolvers: Mapping[type[Node], Resolver],
    ) -> None:
        super().__init__(module, rules)
        self.typers: Final = typers
        self.resolvers: Final = resolvers
        self.globals: Final[dict[str, Named]] = {}
        self.waiting: Final[set[str]] = set()
        self.uses: Final = self.typing.uses
        self.roots: Final[dict[VariableSymbol, VariableSymbol]] = {}
        self.ids: Final[set[int]] = set()
        self.effects = FunctionEffects()
        self.enabled: Final = frozenset(
            word
            for directive in module.directives
            if directive.kind == "enable"
            for word in directive.args
        )
        self.function: Function | None = None
        self.result: Type | None = None
        self.jumps = ""
        self.breakable = False
        self.builtins: Final = builtin_names(KNOWN & self.enabled)
        for declaration in module.decls:
            self._note(declaration)

    def _note(self, declaration: Declaration) -> None:
        if isinstance(declaration, ConstAssert):
            return
        nodes = declaration.variables if isinstance(declaration, Declare) else (declaration,)
        for node in nodes:
            assert isinstance(node, NAMED)
            if node.name in self.globals:
                refuse(node, f"{quote(node.name)} is declared twice in the module")
            self.globals[node.name] = node

    def expression(self, node: Expression) -> Type:
        """Return the type of an expression, a reference where it names a place; note it."""
        typer = self.typers.get(type(node))
        if typer is None:
            refuse(node, f"WGSL has no {type(node).__name__}")
        found = self.types[id(node)] = typer(self, node)
        return found

    def find(self, node: Node, name: str) -> Symbol | None:
        """Return what a name stands for, checking its declaration first where that is at module
        scope.
        """
        symbol = self.scopes.find(name)
        if symbol is not None or name not in self.globals:
            return symbol
        if name in self.waiting:
            refuse(node, f"{quote(name)} is declared by means of itself")
        self.waiting.add(name)
        aside = self.scopes.set_aside()
        function, result = self.function, self.result
        self.function, self.result = None, None
        declaration = self.globals[name]
        found = self.resolvers[type(declaration)](self, declaration)
        self.scopes.module[name] = found
        self.scopes.bring_back(aside)
        self.function, self.result = function, result
        self.waiting.discard(name)
        return found


def spelling(type: Type) -> str:
    """Return a type as messages name it."""
    return quote(type.wgsl)


def listing(types: Iterable[Type]) -> str:
    """Return several types as messages name them."""
    return ", ".join(type.wgsl for type in types)
