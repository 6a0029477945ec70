"""A shader that is about to be compiled wrongly: its tree, and what is known of it."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from aberration.languages.shading.analysis.access import Access
from aberration.languages.shading.analysis.facts import Facts
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.checker import Typing, check
from aberration.languages.shading.checker.symbols import FunctionSymbol, VariableSymbol
from aberration.languages.shading.interpret.compiled import SEMANTICS
from aberration.languages.shading.read import Shader
from aberration.languages.shading.rules import SECOND_GENERATION
from aberration.languages.shading.tree import (
    Assign,
    AssignExpr,
    Call,
    Declare,
    Expression,
    Field,
    Increment,
    IncrementExpr,
    Index,
    Name,
    Node,
)
from aberration.languages.shading.tree.walk import find, walk
from aberration.languages.shading.types import Pointer, Reference, Type, stored_type

_WRITERS: Final = (Assign, Increment, AssignExpr, IncrementExpr)


class Checked:
    """Raise `MalformedShader` for a shader that is not legal."""

    def __init__(self, shader: Shader, stage: Stage) -> None:
        self.module: Final = shader.module
        self.typing: Final[Typing] = check(shader.module, stage, shader.source)
        self._fresh = 0

    @property
    def is_wgsl(self) -> bool:
        return self.module.language == "wgsl"

    @property
    def has_bits(self) -> bool:
        """Say whether the version of the language has operators on bits."""
        return self.module.version >= SECOND_GENERATION[self.module.language]

    @cached_property
    def facts(self) -> Facts:
        """Return what functions and expressions do."""
        return Facts(self.typing, SEMANTICS[self.module.language])

    @property
    def access(self) -> Access:
        return self.facts.access

    @cached_property
    def words(self) -> frozenset[str]:
        """Return all names that the shader declares or uses."""
        return names_in(self.module)

    def fresh_name(self, stem: str) -> str:
        """Return a name that stands nowhere in the shader, another one at each call."""
        while True:
            self._fresh += 1
            name = f"{stem}{self._fresh}"
            if name not in self.words:
                return name

    def type_of(self, node: Node | None) -> Type | None:
        """Return the type of the value of an expression of the shader; None for what has none."""
        found = self.typing.types.get(id(node))
        return None if found is None else stored_type(found)

    def is_constant(self, node: Node) -> bool:
        """Say whether a value is known when the shader is compiled; of GLSL's those are meant
        that had to be.
        """
        return id(node) in self.typing.constants

    def callee(self, node: Node) -> Overload | FunctionSymbol | Type | None:
        """Return what a call calls; None for what is no call."""
        return self.typing.callees.get(id(node)) if isinstance(node, Call) else None

    def calls_builtin(self, node: Node, name: str) -> bool:
        """Say whether a node calls the built-in function of a name."""
        return isinstance(callee := self.callee(node), Overload) and callee.name == name

    def directions(self, node: Call) -> tuple[str, ...]:
        """Return the directions of a call's arguments; none for a constructor."""
        callee = self.callee(node)
        return callee.directions if isinstance(callee, Overload | FunctionSymbol) else ()

    def is_pure(self, node: Expression) -> bool:
        """Say whether an expression only computes."""
        return not self.facts.may_change(node)

    def is_swizzle(self, node: Node) -> bool:
        """Say whether a node picks components of a vector."""
        base = self.type_of(node.base) if isinstance(node, Field) else None
        if isinstance(base, Pointer | Reference):
            base = base.store
        return base is not None and base.scalar is not None

    def symbol(self, node: Node | None) -> VariableSymbol | None:
        """Return the variable that a name stands for; None for anything else."""
        return self.typing.symbols.get(id(node)) if isinstance(node, Name) else None

    def written_by(self, node: Node) -> set[VariableSymbol]:
        """Return the variables that a part of the shader writes to, those of called functions
        included.
        """
        found: set[VariableSymbol] = set()
        for below in walk(node):
            if isinstance(below, Call):
                found |= {place.symbol for place in self.access.effects(below).writes}
            elif isinstance(below, _WRITERS) and below.target is not None:
                place = self.access.place_of(below.target)
                found |= set() if place is None else {place.symbol}
        return found

    def read_by(self, node: Expression) -> set[VariableSymbol]:
        """Return the variables that an expression reads, those of called functions included."""
        return {place.symbol for place in self.access.effects(node).reads}

    def declared_in(self, node: Node | None) -> set[VariableSymbol]:
        """Return the variables that a statement declares."""
        declared = self.typing.declared
        variables = node.variables if isinstance(node, Declare) else ()
        return {declared[id(one)] for one in variables if id(one) in declared}

    @property
    def wants_uniformity(self) -> bool:
        """Say whether a moved store may make the shader illegal: WGSL wants uniform control flow
        where invocations wait for each other.
        """
        return self.is_wgsl and bool(self.facts.suspending)

    def is_dynamic(self, node: Index) -> bool:
        """Say whether an index is known only when the shader runs."""
        known = self.access.constants.get(id(node.index))
        return not isinstance(known, int) and not literal_text(node.index)


def literal_text(node: Node) -> bool:
    """Say whether an expression is made of literals only."""
    return not any(find(node, Name)) and not any(find(node, Call))


def names_in(*nodes: Node | None) -> frozenset[str]:
    """Return all words of trees that are, or may be, names."""
    found: set[str] = set()
    for node in nodes:
        if node is not None:
            found.update(getattr(below, "name", "") for below in walk(node))
    return frozenset(found)
