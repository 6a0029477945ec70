"""The shape of a shader: its text without the names that it declares, without the values of its
numbers, and without what versions of GLSL and ESSL ask for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from aberration.core.program import Program

from ..read import read
from ..tree import (
    Alias,
    Field,
    Function,
    Interface,
    Literal,
    Member,
    Name,
    Node,
    Param,
    Precision,
    StructDecl,
    TypeName,
    Variable,
)
from ..tree.walk import rewrite, walk
from ..write import write

_DECLARING: Final = (Alias, Function, Interface, Member, Param, StructDecl, Variable)
_NAMING: Final = (*_DECLARING, Field, Name, TypeName)
_PRECISE: Final = (Function, Member, Param, Variable)
_ENTRY: Final = "main"


def shape_of(program: Program) -> str:
    """Return a text that two shaders share exactly when they differ in nothing but such names and
    numbers, the version, and precisions.

    Raise `MalformedShader` for what cannot be read.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    module = read(program.source, program.language, program.name).module
    names = _numbered_names(module)
    decls = tuple(one for one in module.decls if not isinstance(one, Precision))
    bare = rewrite(replace(module, decls=decls), lambda node: _nameless(node, names))
    return "\n".join(line for line in write(bare).splitlines() if not line.startswith("#version"))


def _numbered_names(module: Node) -> dict[str, str]:
    """Give each name that is declared a number, in the order of the text."""
    found: dict[str, str] = {}
    for node in walk(module):
        words = [node.name, getattr(node, "instance", "")] if isinstance(node, _DECLARING) else []
        for word in words:
            if word and word != _ENTRY:
                found.setdefault(word, f"n{len(found)}")
    return found


def _nameless(node: Node, names: Mapping[str, str]) -> Node:
    if isinstance(node, Literal):
        return replace(node, value=type(node.value)(0))
    if isinstance(node, _PRECISE) and node.precision:
        node = replace(node, precision="")
    if isinstance(node, Interface):
        return replace(node, name=names[node.name], instance=names.get(node.instance, ""))
    if isinstance(node, _NAMING):
        return replace(node, name=names.get(node.name, node.name))
    return node
