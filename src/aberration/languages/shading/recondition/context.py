"""What the rules know of a program, and what they add to it."""

from __future__ import annotations

import math
from collections.abc import Callable, Set
from functools import lru_cache
from typing import Any, Final, TypeVar
from typing import Literal as OneOf

import msgspec
from msgspec.structs import replace

from ..analysis.facts import Facts
from ..builtins.row import Stage
from ..checker import check_again
from ..checker.symbols import UNKNOWN, VariableSymbol
from ..checker.typing import Typing
from ..dialects import rules_for
from ..interpret.compiled import SEMANTICS
from ..read import Shader, read
from ..rules import Rules
from ..tree import (
    NOWHERE,
    Declaration,
    DoWhile,
    For,
    Function,
    LanguageName,
    Literal,
    Loop,
    Member,
    Module,
    Name,
    Node,
    Param,
    Precision,
    PrecisionLevel,
    Requalify,
    TypeName,
    Unary,
    Variable,
    While,
)
from ..tree.nodes import Nodes
from ..tree.walk import rewrite
from ..types import Reference, Type
from .fixed import fixed_nodes, new_initialisers

T = TypeVar("T")
_LITERALS: Final = (Literal, Unary)
LOOPS: Final = (For, While, DoWhile, Loop)
Place = tuple[int, int]
"""Where a node begins and ends in the text, its end exclusive."""


class Rewrite(msgspec.Struct, frozen=True):
    """One place at which a rule rewrote the program: the rule's name, the place in the text, and
    the hazard.
    """

    rule: str
    place: Place
    hazard: str


class Settings(msgspec.Struct, frozen=True):
    """`rules`: names of the rules in use, None for all. `turns`: turns of loops that an invocation
    may make in all, far below the budgets of drivers. `places`: where each rule may rewrite, None
    for everywhere; rules that are not named there rewrite nowhere. `indexes`: whether an index out
    of bounds becomes the nearest one within, or is taken modulo their number. `one_budget`: where
    invocations wait for each other, loops in which they do not wait share one budget of turns; for
    programs in which nothing that such loops compute decides where invocations wait. `exact`: keep
    floats of 32 bits among numbers that nothing rounds (the rule `exact-floats`), whatever becomes
    of their values: for programs whose values nobody asked for.
    """

    rules: frozenset[str] | None = None
    turns: int = 1000
    places: frozenset[tuple[str, Place]] | None = None
    indexes: OneOf["clamp", "modulo"] = "clamp"
    one_budget: bool = False
    exact: bool = False


class Known:
    """What rules found out about a program: it is asked once, however often the program is
    rewritten.
    """

    def __init__(self, typing: Typing, before: Known | None = None) -> None:
        self.typing: Final = typing
        # Its nodes live as long as what is known by their identities.
        self.before: Final = before
        self.found: Final[dict[Callable[[Context], Any], Any]] = {}


class Context:
    """One program that is reconditioned: its types, and the declarations that rules ask for.

    `original` is that of the program before its statements were rewritten as wholes, whose loops
    have the same places; this one itself where there is none.

    Functions and variables are written as text in the program's language. They come before the
    first function of the program, variables first, each once and in the order in which they were
    asked for: what a function calls has to be declared before it.
    """

    def __init__(
        self,
        shader: Shader,
        stage: Stage,
        known: Known,
        settings: Settings,
        original: Context | None = None,
    ) -> None:
        self.original: Final = original or self
        self.module: Final[Module] = shader.module
        self.wgsl: Final = shader.module.language == "wgsl"
        """Whether the program is written in WGSL; else it is GLSL or ESSL."""
        self.typing: Final = known.typing
        self._types: Final = known.typing.types
        self._constants: Final = known.typing.constants
        self._fixed: frozenset[int] | None = None
        self.stage: Final[Stage] = stage
        self.settings: Final = settings
        self.rules: Final[Rules] = rules_for(shader.module)
        self.rewrites: list[Rewrite] = []
        self._added: Final[list[str]] = []
        self._names: Final[dict[str, str]] = {}
        self._known: Final = known
        self._plans: Final[dict[Callable[[Context], Any], Any]] = {}
        self._used: Final[set[str]] = set()

    def type_of(self, node: Node) -> Type | None:
        """Return the type of the value of an expression of the program; None for what has none."""
        found = self._types.get(id(node))
        return found.store if type(found) is Reference else found

    def constant_of(self, node: Node) -> Any:
        """Return the value of a constant expression, with tuples for all but scalars; None for any
        other, and for one without a defined and finite value.

        GLSL's checker looks for values only where one is asked for: literals are found here.
        """
        found = self._constants.get(id(node))
        if found is None:
            if type(node) not in _LITERALS:
                return None
            found = _literal_value(node)
        return None if found is UNKNOWN or not _is_finite(found) else found

    def may_call(self, node: Node) -> bool:
        """Whether an expression of the program may become a call of a function, and has no known
        value.
        """
        return not self.is_fixed(node) and self.constant_of(node) is None

    def is_fixed(self, node: Node) -> bool:
        """Whether an expression stands where a constant expression is asked for, which calls no
        functions of the program.
        """
        fixed = self._fixed
        if fixed is None:
            fixed = self._fixed = self.once(_find_fixed)
        return id(node) in fixed

    def may_rewrite(self, rule: str, node: Node) -> bool:
        """Whether a rule that is in use is wanted at a node of the program."""
        places = self.settings.places
        return places is None or (rule, place_of(node)) in places

    def note(self, rule: str, node: Node, hazard: str) -> None:
        """Note that a rule rewrites a node of the program."""
        self.rewrites.append(Rewrite(rule, place_of(node), hazard))

    def once(self, make: Callable[[Context], T]) -> T:
        """Return what a function finds out about the program, which it is asked once: nothing
        that depends on the settings.
        """
        known = self._known.found
        if make not in known:
            known[make] = make(self)
        found: T = known[make]
        return found

    def after(self, shader: Shader) -> Context:
        """Return the context of the program that rules about whole statements made of this one: of
        what stayed nothing is asked again. Of WGSL there are no such rules.
        """
        nodes = self.nodes

        def is_old(node: Node) -> bool:
            return nodes.parent_of(node) is not None

        typing = check_again(self.typing, is_old, shader.module, self.stage)
        known = Known(typing, self._known)
        known.found[_find_fixed] = self.once(_find_fixed) | new_initialisers(shader.module, nodes)
        known.found[_names_of] = self.once(_names_of) | self._used
        known.found[_precision] = self.precision
        loops = nodes.of_any(*LOOPS)
        # Two that come out of one macro stand in one place.
        apart = len({place_of(loop) for loop in loops}) == len(loops)
        return Context(shader, self.stage, known, self.settings, self if apart else None)

    def plan(self, make: Callable[[Context], T]) -> T:
        """Return what a rule makes up once for all places of this rewriting."""
        if make not in self._plans:
            self._plans[make] = make(self)
        found: T = self._plans[make]
        return found

    def parent_of(self, node: Node) -> Node | None:
        """Return the node of the program that a node of the program stands in."""
        return self.nodes.parent_of(node)

    @property
    def nodes(self) -> Nodes:
        """All nodes of the program."""
        return self.once(_nodes)

    @property
    def facts(self) -> Facts:
        """What the functions of the program do, and what its expressions read and write."""
        return self.once(_facts)

    @property
    def assigned(self) -> Set[VariableSymbol]:
        """The variables that something may write after their declaration."""
        return self.facts.assigned if self.wgsl else self.typing.assigned

    @property
    def precision(self) -> PrecisionLevel:
        """The precision that variables of numbers get: without one, ESSL asks for a default."""
        return self.once(_precision)

    def fresh(self, wanted: str) -> str:
        """Return a name that the program has not, made of the wanted one, and take it."""
        own = self.once(_names_of)
        name, number = wanted, 1
        while name in own or name in self._used:
            number += 1
            name = f"{wanted}_{number}"
        self._used.add(name)
        return name

    def name_of(self, wanted: str) -> str | None:
        """Return the name of what was added under a wanted name; None before."""
        return self._names.get(wanted)

    def declare(self, wanted: str, text: str) -> str:
        """Add a declaration, written in the program's language with `NAME` for its own name, and
        return the name; what was added under the same `wanted` name before is not added again.
        """
        name = self._names.get(wanted)
        if name is None:
            name = self._names[wanted] = self.fresh(wanted)
            self._added.append(text.replace("NAME", name))
        return name

    def declarations(self) -> tuple[Declaration, ...]:
        """Return what was added, as nodes."""
        heading, language = _heading(self.module), self.module.language
        found = [one for text in self._added for one in _read_declarations(heading, text, language)]
        return tuple(sorted(found, key=lambda one: isinstance(one, Function)))


@lru_cache(maxsize=2048)
def _read_declarations(heading: str, text: str, language: LanguageName) -> tuple[Declaration, ...]:
    """Return declarations as nodes, which many programs share: each has a hundred functions, and
    most have the same.
    """
    # Their places in this text are none of the program's.
    added = rewrite(read(heading + text, language).module, _without_place).decls
    return tuple(one for one in added if not isinstance(one, Precision))


def _heading(module: Module) -> str:
    """Return the lines without which added text is not of the program's version."""
    if module.language == "wgsl":
        return ""
    if module.language == "glsl":
        return f"#version {module.version}\n"
    name = "" if module.version == 100 else " es"
    return f"#version {module.version}{name}\nprecision highp float;\n"


def place_of(node: Node) -> Place:
    """Return where a node stands in the text."""
    span = node.span
    return span.start, span.end


def _without_place(node: Node) -> Node:
    return replace(node, span=NOWHERE)


def _nodes(context: Context) -> Nodes:
    return Nodes(context.module)


def _facts(context: Context) -> Facts:
    return Facts(context.typing, SEMANTICS[context.module.language])


def _precision(context: Context) -> PrecisionLevel:
    module = context.module
    if module.language != "essl":
        return ""
    if module.version > 100 or context.stage != "fragment":
        return "highp"
    # In fragment shaders of ESSL 1.00 it is optional: there are devices without.
    levels = (
        node.level if isinstance(node, Precision) else node.precision
        for node in context.nodes.of_any(Precision, Variable, Param, Function)
        if isinstance(node, Precision | Variable | Param | Function)
    )
    return "highp" if "highp" in levels else "mediump"


def _literal_value(node: Node) -> Any:
    if isinstance(node, Unary) and node.op == "-" and isinstance(node.operand, Literal):
        return -node.operand.value
    return node.value if isinstance(node, Literal) else None


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, tuple) or all(map(_is_finite, value))


def _find_fixed(context: Context) -> frozenset[int]:
    return fixed_nodes(context.module, context.nodes)


def _names_of(context: Context) -> frozenset[str]:
    """Return all words that the program uses for anything."""
    nodes = context.nodes
    found = {node.name for node in nodes.of(Name)}
    found.update([node.name for node in nodes.of(TypeName)])
    found.update([node.name for node in nodes.of(Variable)])
    found.update([node.name for node in nodes.of(Param)])
    found.update([node.name for node in nodes.of(Member)])
    found.update([node.name for node in nodes.of(Function)])
    for said in nodes.of(Requalify):
        found.update(said.names)
    return frozenset(found)
