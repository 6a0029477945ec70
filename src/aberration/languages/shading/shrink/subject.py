"""A shader that is being made smaller: its tree, with what the checker knows of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.program import Program

from ..checker import Typing, check
from ..checker.symbols import VariableSymbol
from ..read import Shader, read
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Call,
    Deref,
    Expression,
    Field,
    Increment,
    IncrementExpr,
    Index,
    Name,
    Node,
    TypeName,
)
from ..tree.paths import Path, places
from ..tree.walk import walk
from ..types import Reference, Type

_OUTSIDE: Final = frozenset(
    ("attributes", "result_attributes", "type", "result", "callee", "labels")
)
"""Fields below which expressions are parts of declarations, types and names, and no values that
are computed.
"""


class Subject:
    """Raise `MalformedShader` for a program that is no legal shader."""

    def __init__(self, program: Program) -> None:
        assert program.language in ("glsl", "essl", "wgsl")
        assert program.stage != "program"
        self.shader: Final[Shader] = read(program.source, program.language, program.name)
        self.module: Final = self.shader.module
        self.typing: Final[Typing] = check(self.module, program.stage, self.shader.source)
        self.places: Final[tuple[tuple[Path, Node], ...]] = tuple(places(self.module))
        self.nodes: Final[dict[Path, Node]] = dict(self.places)
        self.occurrences: Final[dict[VariableSymbol, list[Path]]] = {}
        for path, node in self.places:
            symbol = self.typing.symbols.get(id(node)) if isinstance(node, Name) else None
            if symbol is not None:
                self.occurrences.setdefault(symbol, []).append(path)

    @property
    def wgsl(self) -> bool:
        """Whether it is written in WGSL, whose numbers need no type."""
        return self.module.language == "wgsl"

    def type_of(self, node: Expression) -> Type | None:
        """Return the type of the value of an expression; None for what has none."""
        found = self.typing.types.get(id(node))
        return found.store if isinstance(found, Reference) else found

    def values(self) -> Iterator[tuple[Path, Expression, Type]]:
        """Yield the expressions that are computed or written to, outer ones first."""
        for path, node in self.places:
            if isinstance(node, Expression) and not _OUTSIDE.intersection(path):
                found = self.type_of(node)
                if found is not None:
                    yield path, node, found


def names_in(node: Node) -> Iterator[str]:
    """Yield all words of a tree that may refer to a declaration, as often as they stand there."""
    for below in walk(node):
        if isinstance(below, Name | TypeName):
            yield below.name
        yield from getattr(below, "names", ())


def target_of(node: Node) -> Expression | None:
    """Return what a statement or expression writes to, if it is one that writes."""
    return (
        node.target if isinstance(node, Assign | AssignExpr | Increment | IncrementExpr) else None
    )


def root_of(node: Expression | None) -> Name | None:
    """Return the name that a place begins with."""
    while isinstance(node, Field | Index | Deref | AddressOf):
        node = node.base if isinstance(node, Field | Index) else node.operand
    return node if isinstance(node, Name) else None


def callee_name(node: Call) -> str:
    """Return the name that a call starts with; empty where it starts with none."""
    return node.callee.name if isinstance(node.callee, Name | TypeName) else ""
