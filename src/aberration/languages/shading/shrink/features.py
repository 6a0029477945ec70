"""What a small shader is made of: its operators, built-in functions and statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from aberration.core.program import Program

from ..read import read
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Break,
    Call,
    Comma,
    Conditional,
    Continue,
    Deref,
    Discard,
    DoWhile,
    For,
    Function,
    If,
    IncrementExpr,
    Index,
    Loop,
    Module,
    Name,
    Node,
    Param,
    StructDecl,
    Switch,
    TypeName,
    Unary,
    While,
)
from ..tree.walk import walk

_ALONE: Final = (
    *(AddressOf, AssignExpr, Break, Comma, Conditional, Continue, Deref, Discard, DoWhile, For, If),
    *(IncrementExpr, Index, Loop, StructDecl, Switch, While),
)
"""Kinds of nodes that are a feature each, whatever is in them."""
_CONSTRUCTOR: Final = re.compile(
    r"[iubd]?vec[234][iufh]?|mat[234](x[234])?[fh]?|float|int|uint|bool|f32|f16|i32|u32|array"
)


def features_of(program: Program) -> frozenset[str]:
    """Return names of what a program is made of, beside literals, types, and what every program
    has: its entry point, declarations, assignments, and constructors of numbers.

    Raise `MalformedShader` for what cannot be read.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    module = read(program.source, program.language, program.name).module
    own = _own_names(module)
    return frozenset(name for node in walk(module) for name in _names_of(node, own))


def _own_names(module: Module) -> frozenset[str]:
    return frozenset(
        node.name for node in walk(module) if isinstance(node, Function | StructDecl) and node.name
    )


def _names_of(node: Node, own: frozenset[str]) -> Iterator[str]:
    match node:
        case Binary(op=op) | Unary(op=op):
            yield op
        case Assign(op=op) if op != "=":
            yield from (op.removesuffix("="), "compound assignment")
        case Call(callee=Name(name=name) | TypeName(name=name)) if name in own:
            yield "own function or structure"
        case Call(callee=Name(name=name) | TypeName(name=name)) if not _CONSTRUCTOR.fullmatch(name):
            yield name
        case Param(direction=direction) if direction in ("out", "inout"):
            yield "parameter that is written"
        case _ if isinstance(node, _ALONE):
            yield type(node).__name__
