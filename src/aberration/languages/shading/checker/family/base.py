"""What all parts of the GLSL and ESSL checker share: the program, its rules, its scopes, and
what was found.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NoReturn

from ...builtins.legacy_texture import COMPATIBILITY
from ...builtins.lookup import KNOWN, lookup
from ...builtins.row import Language, Stage
from ...rules import Rules
from ...source import quoted
from ...tree import Expression, Module, Node
from ...types import FLOAT, Type
from ..fault import Fault
from ..stage_variables import stage_variables
from ..symbols import UNKNOWN, Constant, FunctionSymbol, Scopes, Symbol, VariableSymbol
from ..typing import Typing
from .features import features


@cache
def _language_scope(language: Language, version: int, stage: Stage) -> dict[str, Symbol]:
    """Return the scope around the module's, with the language's variables; nobody adds to it."""
    return {
        name: VariableSymbol(name, type, use, constant=UNKNOWN if use == "const" else None)
        for name, (use, type) in stage_variables(language, version, stage).items()
    }


def switched_on(module: Module) -> frozenset[str]:
    """Return the extensions that a program uses: what was said of each last counts, and a
    profile may be one.
    """
    said = {COMPATIBILITY: "require"} if module.profile == "compatibility" else {}
    said |= {
        args[0]: args[1]
        for d in module.directives
        if d.kind == "extension" and len(args := d.args) == 2
    }
    return frozenset(name for name, behaviour in said.items() if behaviour != "disable")


class Base:
    """State of one check. Each part of the checker adds its methods to it by deriving from the
    part before.
    """

    def __init__(self, module: Module, rules: Rules, stage: Stage) -> None:
        self.module: Final = module
        self.rules: Final = rules
        self.stage: Final = stage
        self.conversions: Final = rules.conversions
        self.features: Final = features(rules.language, rules.version, stage)
        self.extensions: Final = switched_on(module)
        extensions = self.extensions
        self.builtins: Final = lookup(rules.language, rules.version, stage, extensions & KNOWN)
        self.typing: Final = Typing(module)
        self.types: Final = self.typing.types
        self.symbols: Final = self.typing.symbols
        self.scopes: Final = Scopes(_language_scope(rules.language, rules.version, stage))
        self.precisions: Final[list[dict[str, str]]] = [dict(self.features.precisions or {})]
        self.function: FunctionSymbol | None = None
        self.returns = False
        self.row_major: Final[dict[str, bool]] = {}
        """By kind of block, what `layout(row_major) uniform;` and the like said last."""
        self.read_only: Final[set[tuple[Type, str]]] = set()
        self.write_only: Final[set[tuple[Type, str]]] = set()
        self.written: Final[set[int]] = set()
        self.locations: Final[set[tuple[str, int]]] = set()
        self.loops = 0
        self.switches = 0
        if "GL_EXT_frag_depth" in extensions and stage == "fragment" and rules.version == 100:
            depth = VariableSymbol("gl_FragDepthEXT", FLOAT, "out")
            self.scopes.language = {**self.scopes.language, depth.name: depth}

    @property
    def at_module(self) -> bool:
        """Whether names are declared for the whole module."""
        return self.scopes.at_module

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
