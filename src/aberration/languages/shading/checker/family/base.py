"""What all parts of the GLSL and ESSL checker share: the program, its rules, its scopes, and what was found."""

from __future__ import annotations

from typing import Final, NoReturn

from ...builtins.lookup import lookup
from ...builtins.row import Stage
from ...rules import Rules
from ...source import quoted
from ...tree import Expression, Module, Node
from ...types import Type
from ..fault import Fault
from ..stage_variables import stage_variables
from ..symbols import UNKNOWN, Constant, FunctionSymbol, Scopes, VariableSymbol
from ..typing import Typing
from .features import features


class Base:
    """State of one check. Each part of the checker adds its methods to it by deriving from the part before."""

    def __init__(self, module: Module, rules: Rules, stage: Stage) -> None:
        self.module: Final = module
        self.rules: Final = rules
        self.stage: Final = stage
        self.conversions: Final = rules.conversions
        self.features: Final = features(rules.language, rules.version, stage)
        self.builtins: Final = lookup(rules.language, rules.version, stage)
        self.typing: Final = Typing(module)
        self.types: Final = self.typing.types
        self.scopes: Final = Scopes()
        self.precisions: Final[list[dict[str, str]]] = [dict(self.features.precisions or {})]
        self.function: FunctionSymbol | None = None
        self.returns = False
        self.read_only: Final[set[tuple[Type, str]]] = set()
        self.locations: Final[set[tuple[str, int]]] = set()
        self.loops = 0
        self.switches = 0
        for name, (use, type) in stage_variables(rules.language, rules.version, stage).items():
            constant: Constant | None = UNKNOWN if use == "const" else None
            self.scopes.add(name, VariableSymbol(name, type, use, constant=constant))
        self.scopes.enter()

    @property
    def at_module(self) -> bool:
        """Whether names are declared for the whole module; below lie those of the language."""
        return len(self.scopes.levels) == 2

    def fail(self, node: Node, expected: str, came: str, advice: str = "") -> NoReturn:
        raise Fault(node, f"expected {expected}, came {came}", advice)

    def refuse(self, node: Node, message: str, advice: str = "") -> NoReturn:
        raise Fault(node, message, advice)

    def expression(self, node: Expression) -> Type:
        """Return the type of an expression, and note it."""
        raise NotImplementedError

    def constant(self, node: Expression) -> Constant | None:
        """Return the value of a checked constant expression; None for any other."""
        raise NotImplementedError

    def a(self, type: Type) -> str:
        """Return a type as messages name it."""
        return quoted(type.glsl)
