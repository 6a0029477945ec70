"""Precisions of ESSL: what `mediump` and `lowp`, written or by default, leave open is taken away by
asking for `highp` everywhere.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.precisions import has_coarse_integers
from aberration.languages.shading.read import Shader
from aberration.languages.shading.tree import (
    Function,
    Member,
    Module,
    Node,
    Param,
    Precision,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import rewrite, walk
from aberration.languages.shading.write import write_changed

_COARSE: Final = ("mediump", "lowp")
_DECLARED: Final = (Variable, Param, Function, Member)


def is_coarse(module: Module, stage: Stage) -> bool:
    """Whether any value may be less precise than 32 bits."""
    written = any(_level(node) in _COARSE for node in walk(module))
    return written or has_coarse_integers(module, stage)


def all_high(shader: Shader, stage: Stage) -> str:
    """Return the text with `highp` for each other precision, those included that nobody wrote."""
    module = rewrite(shader.module, _high)
    if has_coarse_integers(module, stage):
        first = Precision(level="highp", type=TypeName("int"))
        module = replace(module, decls=(first, *module.decls))
    return write_changed(shader, module)


def _level(node: Node) -> str:
    if isinstance(node, Precision):
        return node.level
    return node.precision if isinstance(node, _DECLARED) else ""


def _high(node: Node) -> Node:
    if _level(node) not in _COARSE:
        return node
    return (
        replace(node, level="highp")
        if isinstance(node, Precision)
        else replace(node, precision="highp")
    )
