"""The program points of a shader: the places before statements of its functions, with what may be
named there.

A point is named after what its statement is, not where it is: the kind, a digest of its own words
(without those of statements inside), and a number where several are alike. So it stays where it is
while a reducer makes the rest of the program smaller.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from aberration.languages.shading.analysis.facts import BARRIERS, FENCES, Facts
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.checker.symbols import FunctionSymbol, VariableSymbol
from aberration.languages.shading.interpret.compiled import SEMANTICS
from aberration.languages.shading.read import Shader
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.languages.shading.sampled.implicit import derivatives_of
from aberration.languages.shading.tree import (
    Block,
    Break,
    Call,
    Clause,
    Continue,
    Declaration,
    Declare,
    DoWhile,
    For,
    Function,
    If,
    Interface,
    Loop,
    Name,
    Node,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from aberration.languages.shading.tree.walk import children, walk
from aberration.languages.shading.types import VOID, Type

Scope = Mapping[str, VariableSymbol]
_LOOPS: Final = (For, While, DoWhile, Loop)
_HOLDERS: Final = (Block, Clause, If)
_THEMES: Final = frozenset(("barrier", "derivative"))
_WAITING: Final = frozenset(BARRIERS) | FENCES


class Point(msgspec.Struct, frozen=True, eq=False):
    """A place before a statement. `scope` is what local names stand for there, `jumps` which words
    may leave a loop or switch from there; `result` what the function around it gives.

    Of the statement: `declares` what others may name; `returns` from the function with a value, or
    `leaves` a loop or switch around it; `waits` for other invocations somewhere.
    """

    key: str
    statement: Statement
    function: Function
    entry: bool
    scope: Scope
    jumps: tuple[str, ...]
    result: Type
    declares: bool
    returns: bool
    leaves: bool
    waits: bool


class _Around(NamedTuple):
    """What is around a statement: its function, and what may be named and where one may jump."""

    function: Function
    symbol: FunctionSymbol
    jumps: tuple[str, ...]


class Seed:
    """A shader with its points, in the order of the text; raise `MalformedShader` for one that is
    none. `given` are the textures of its inputs: those with several levels are sampled by
    derivatives.
    """

    def __init__(self, shader: Shader, stage: Stage, given: GivenTextures | None = None) -> None:
        self.shader: Final = shader
        self.module: Final = shader.module
        self.stage: Final = stage
        self.typing: Final[Typing] = check(shader.module, stage, shader.source)
        derives = derivatives_of(self.typing, stage, given or GivenTextures())
        self.facts: Final = Facts(self.typing, SEMANTICS[shader.module.language], derives)
        self.entry: Final = self._entry()
        self.globals: Final[Scope] = MappingProxyType(self._globals())
        self.points: Final[dict[str, Point]] = {}
        self._alike: dict[str, int] = {}
        for symbol in self.facts.reached_from(self.entry) if self.entry else ():
            node = self.facts.definitions[symbol]
            assert node.body is not None
            params = {
                param.name: self.typing.declared[id(param)]
                for param in node.params
                if id(param) in self.typing.declared
            }
            self._visit(node.body.statements, params, _Around(node, symbol, ()))
        self.by_statement: Final = {id(one.statement): one for one in self.points.values()}

    @property
    def is_pair(self) -> bool:
        """Whether it is one of a vertex and a fragment shader."""
        return self.shader.companion is not None

    @property
    def is_wgsl(self) -> bool:
        """Whether it is written in WGSL."""
        return self.module.language == "wgsl"

    def find(self, point: Point, name: str) -> VariableSymbol | None:
        """Return what a name stands for at a point."""
        return point.scope.get(name) or self.globals.get(name)

    def is_global(self, symbol: VariableSymbol) -> bool:
        """Whether a variable is declared outside of functions."""
        return self.globals.get(symbol.name) is symbol

    # ---- functions and globals

    def _entry(self) -> FunctionSymbol | None:
        """Return the entry point; in WGSL the first of the stage."""
        for symbol, node in self.facts.definitions.items():
            if self.is_wgsl:
                if any(one.name == self.stage for one in node.attributes):
                    return symbol
            elif symbol.name == "main":
                return symbol
        return None

    def _globals(self) -> dict[str, VariableSymbol]:
        """Return the variables outside of functions, and those of the language that it names."""
        own = {id(one) for decl in self.module.decls for one in _declared_by(decl)}
        every = (*self.typing.declared.values(), *self.typing.symbols.values())
        return {one.name: one for one in every if one.node is None or id(one.node) in own}

    # ---- statements

    def _visit(
        self, statements: tuple[Statement, ...], outer: Mapping[str, VariableSymbol], at: _Around
    ) -> None:
        scope = dict(outer)
        for statement in statements:
            self._add(statement, MappingProxyType(dict(scope)), at)
            self._visit_below(statement, scope, at)
            if isinstance(statement, Declare):
                scope.update(self._names_of(statement))

    def _visit_below(
        self, node: Statement, scope: Mapping[str, VariableSymbol], at: _Around
    ) -> None:
        if isinstance(node, Block):
            self._visit(node.statements, scope, at)
        elif isinstance(node, If):
            self._visit(node.then.statements, scope, at)
            if node.otherwise is not None:
                self._visit_below(node.otherwise, scope, at)
        elif isinstance(node, Switch):
            self._visit_clauses(node, scope, at)
        elif isinstance(node, Loop):
            # What is declared in the body is in scope in `continuing`: a `continue` must not pass
            # it over.
            jumps = ("break",) if node.continuing is not None else ("break", "continue")
            self._visit(node.body.statements, scope, at._replace(jumps=jumps))
        elif isinstance(node, _LOOPS):
            heads = [getattr(node, field, None) for field in ("init", "condition")]
            inner = dict(scope)
            for head in heads:
                inner.update(self._names_of(head) if isinstance(head, Declare) else {})
            self._visit(node.body.statements, inner, at._replace(jumps=("break", "continue")))

    def _visit_clauses(
        self, node: Switch, scope: Mapping[str, VariableSymbol], at: _Around
    ) -> None:
        """All bodies of a switch of GLSL share one scope: what an earlier one declares hides what
        is outside, and may have no value.
        """
        inner = dict(scope)
        jumps = ("break", *(word for word in at.jumps if word != "break"))
        for clause in node.clauses:
            self._visit(clause.body.statements, inner, at._replace(jumps=jumps))
            for statement in clause.body.statements if not self.is_wgsl else ():
                for name in self._names_of(statement) if isinstance(statement, Declare) else ():
                    inner.pop(name, None)

    def _names_of(self, node: Declare) -> dict[str, VariableSymbol]:
        return {one.name: self.typing.declared[id(one)] for one in node.variables}

    def _add(self, node: Statement, scope: Scope, at: _Around) -> None:
        stem = f"{type(node).__name__}-{_digest(node)}"
        number = self._alike[stem] = self._alike.get(stem, -1) + 1
        key = f"{stem}.{number}" if number else stem
        self.points[key] = Point(
            key=key,
            statement=node,
            function=at.function,
            entry=at.symbol is self.entry,
            scope=scope,
            jumps=at.jumps,
            result=at.symbol.result,
            declares=isinstance(node, Declaration),
            returns=at.symbol.result is not VOID and any(isinstance(b, Return) for b in walk(node)),
            leaves=leaves(node),
            waits=self.waits(node),
        )

    def waits(self, node: Node) -> bool:
        """Whether a part of the program may wait for other invocations, or orders memory."""
        for below in walk(node):
            callee = self.typing.callees.get(id(below)) if isinstance(below, Call) else None
            if id(below) in self.facts.derived:
                return True
            if isinstance(callee, FunctionSymbol) and callee in self.facts.suspending:
                return True
            if isinstance(callee, Overload) and (
                callee.builtin.theme in _THEMES or callee.name in _WAITING
            ):
                return True
        return False


def contends(seed: Seed) -> bool:
    """Whether invocations may take turns in ways that no order of whole invocations shows: by
    exchanging what is in memory, which may have to be tried again.
    """
    names = {
        callee.name
        for symbol in (seed.facts.reached_from(seed.entry) if seed.entry else ())
        for below in walk(seed.facts.definitions[symbol])
        if isinstance(callee := seed.typing.callees.get(id(below)), Overload)
    }
    return any("Exchange" in name or "CompSwap" in name for name in names)


def leaves(node: Node, *, in_loop: bool = False, in_switch: bool = False) -> bool:
    """Whether a statement may leave a loop or switch that is around it, or begin its next turn."""
    if isinstance(node, Break):
        return not (in_loop or in_switch)
    if isinstance(node, Continue):
        return not in_loop
    loop = in_loop or isinstance(node, _LOOPS)
    switch = in_switch or isinstance(node, Switch)
    return any(leaves(below, in_loop=loop, in_switch=switch) for below in children(node))


def free_variables(typing: Typing, node: Node) -> Iterator[VariableSymbol]:
    """Yield the variables that a statement names and does not declare, as often as it names
    them.
    """
    own = {id(below) for below in walk(node) if isinstance(below, Variable)}
    for below in walk(node):
        symbol = typing.symbols.get(id(below)) if isinstance(below, Name) else None
        if symbol is not None and id(symbol.node) not in own:
            yield symbol


def _declared_by(node: Node) -> Iterator[Node]:
    """Yield the nodes of a declaration outside of functions that may be a symbol's."""
    if isinstance(node, Declare):
        yield from node.variables
    elif isinstance(node, Interface):
        yield node
        yield from node.members


def _digest(node: Statement) -> str:
    return hashlib.sha1(_words(node, top=True).encode(), usedforsecurity=False).hexdigest()[:8]


def _words(node: Node, *, top: bool) -> str:
    """Return a text of all that a statement says itself, without the statements inside of it."""
    if not top and isinstance(node, _HOLDERS):
        return ""
    fields = [name for name in node.__struct_fields__ if name not in ("span", *node.CHILDREN)]
    own = " ".join(f"{name}={getattr(node, name)!r}" for name in fields)
    below = (
        "" if isinstance(node, Block) else " ".join(_words(c, top=False) for c in children(node))
    )
    return f"({type(node).__name__} {own} {below})"
