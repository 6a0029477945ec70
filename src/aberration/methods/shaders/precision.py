"""Precisions of ESSL: what `mediump` and `lowp`, written or by default, leave open is taken away by
asking for `highp` everywhere.
"""

from __future__ import annotations

from typing import Final, TypeGuard

from msgspec.structs import replace

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.precisions import has_coarse_integers, has_coarse_samplers
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import (
    Call,
    Declaration,
    Function,
    Member,
    Module,
    Name,
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
_LOW_RESULTS: Final = frozenset(
    (
        "bitCount", "findLSB", "findMSB", "unpackHalf2x16", "unpackSnorm4x8", "unpackUnorm4x8",
    )
)  # fmt: skip
"""Functions of ESSL whose results are `lowp` or `mediump` (ESSL 3.20, 8.4, 8.8): what is computed
of them at once may be as coarse.
"""
_WIDENED: Final = ("int", "ivec2", "ivec3", "ivec4", "vec2", "vec4")
"""Types of these results."""


def is_coarse(module: Module, stage: Stage) -> bool:
    """Whether any value may be less precise than 32 bits."""
    written = any(_level(node) in _COARSE for node in walk(module))
    implied = has_coarse_integers(module, stage) or has_coarse_samplers(module)
    return written or implied or _calls_low(module)


def all_high(shader: Shader, stage: Stage) -> str:
    """Return the text with `highp` for each other precision, those included that nobody wrote."""
    module = rewrite(shader.module, _high)
    before: tuple[Declaration, ...] = ()
    if has_coarse_integers(module, stage):
        before += (Precision(level="highp", type=TypeName("int")),)
    if has_coarse_samplers(module):
        before += (Precision(level="highp", type=TypeName("sampler2D")),)
    if _calls_low(module):
        name = _new_name(shader)
        before += _widening(module, name)
        module = rewrite(module, lambda node: _widen(node, name))
    if before:
        module = replace(module, decls=(*before, *module.decls))
    return write_changed(shader, module)


def _calls_low(module: Module) -> bool:
    return module.language == "essl" and any(_is_low(node) for node in walk(module))


def _is_low(node: Node) -> TypeGuard[Call]:
    if not isinstance(node, Call) or not isinstance(node.callee, Name):
        return False
    return node.callee.name in _LOW_RESULTS


def _widen(node: Node, name: str) -> Node:
    """Give a coarse result to a function that takes it as a parameter of high precision."""
    return Call(Name(name), (node,)) if _is_low(node) else node


def _new_name(shader: Shader) -> str:
    name = "as_high"
    while name in shader.source.text:
        name += "h"
    return name


def _widening(module: Module, name: str) -> tuple[Declaration, ...]:
    functions = [f"highp {type} {name}(highp {type} a) {{ return a; }}" for type in _WIDENED]
    text = "\n".join([f"#version {module.version} es", *functions, "void main() {}", ""])
    return read(text, "essl").module.decls[:-1]


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
