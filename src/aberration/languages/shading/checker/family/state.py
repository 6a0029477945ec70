"""State of the checker of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from ...builtins.lookup import KNOWN, lookup
from ...builtins.row import Language, Stage
from ...extensions import used_extensions
from ...rules import Rules
from ...source import quote
from ...tree import Expression, Module, Statement
from ...types import FLOAT, Array, Type
from ..primitives import vertices_of
from ..stage_variables import stage_variables
from ..state import Checker
from ..symbols import UNKNOWN, FunctionSymbol, Symbol, VariableSymbol
from .features import features

Typer = Callable[["FamilyChecker", Any], Type]


@cache
def _language_scope(
    language: Language, version: int, stage: Stage, extensions: frozenset[str]
) -> dict[str, Symbol]:
    """Return the scope around the module's, with the language's variables; nobody adds to it."""
    return {
        name: VariableSymbol(name, type, use, constant=UNKNOWN if use == "const" else None)
        for name, (use, type) in stage_variables(language, version, stage, extensions).items()
    }


class FamilyChecker(Checker):
    """State of one check. `typers` return the type of an expression, by its kind."""

    def __init__(
        self,
        module: Module,
        rules: Rules,
        stage: Stage,
        typers: Mapping[type[Expression], Typer],
    ) -> None:
        switched_on = used_extensions(module) & KNOWN
        scope = _language_scope(rules.language, rules.version, stage, switched_on)
        super().__init__(module, rules, scope)
        self.stage: Final = stage
        self.typers: Final = typers
        self.conversions: Final = rules.conversions
        self.features: Final = features(rules.language, rules.version, stage)
        self.extensions: Final = used_extensions(module)
        self.builtins: Final = lookup(rules.language, rules.version, stage, switched_on)
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
        if "GL_EXT_frag_depth" in self.extensions and stage == "fragment" and rules.version == 100:
            depth = VariableSymbol("gl_FragDepthEXT", FLOAT, "out")
            self.scopes.language = {**self.scopes.language, depth.name: depth}
        taken = self.scopes.language.get("gl_in")
        if isinstance(taken, VariableSymbol) and isinstance(taken.type, Array):
            type = taken.type.element.array(vertices_of(module))
            own = VariableSymbol(taken.name, type, "in")
            self.scopes.language = {**self.scopes.language, own.name: own}

    def expression(self, node: Expression) -> Type:
        """Return the type of an expression, and note it."""
        found = self.typers[type(node)](self, node)
        self.types[id(node)] = found
        return found

    def knows(self, node: Statement) -> bool:
        """Whether a statement needs no check; see `changed`."""
        return False

    def enter(self) -> None:
        """Open a scope, of names and of default precisions."""
        self.scopes.enter()
        self.precisions.append({})

    def leave(self) -> None:
        self.scopes.leave()
        self.precisions.pop()


def spelling(type: Type) -> str:
    """Return a type as messages name it."""
    return quote(type.glsl)
