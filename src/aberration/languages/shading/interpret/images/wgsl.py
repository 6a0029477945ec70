"""Declarations of WGSL that stand for a storage texture: an array in storage, and functions of it.

Coordinates are vectors of signed numbers there: unsigned ones of 2^31 and more become negative, and
are outside of the image as before. A layer is the last number of its vector.
"""

from __future__ import annotations

from typing import Final

from ...read import read
from ...tree import (
    Alias,
    Call,
    Declaration,
    Expression,
    Function,
    Module,
    Name,
    Param,
    StructDecl,
    Variable,
)
from ...tree.walk import walk
from ..trap import Refused
from .declared import ImageVariable
from .functions import ImageFunctions

_SUFFIXES: Final = {
    "textureLoad": "load",
    "textureStore": "store",
    "textureDimensions": "size",
    "textureNumLayers": "layers",
}
_SCALARS: Final = {"int": "i32", "uint": "u32", "float": "f32"}
_WORDS: Final = frozenset(
    ("all", "select", "array", "vec2i", "vec3i", "vec4", "vec2u", "vec3u", *_SCALARS.values())
)
"""What the declarations use that a shader may declare otherwise."""
_DECLARING: Final = (Alias, Function, Param, StructDecl, Variable)
_AXES: Final = "xyz"


def _declarations(module: Module, variable: ImageVariable, stem: str) -> tuple[Declaration, ...]:
    _refuse_own_words(module)
    return read("\n".join(_lines(variable, stem)), "wgsl").module.decls


def _refuse_own_words(module: Module) -> None:
    for node in walk(module):
        if isinstance(node, _DECLARING) and node.name in _WORDS:
            raise Refused(f"a storage texture in a shader with its own {node.name}")


def _lines(variable: ImageVariable, stem: str) -> list[str]:
    image, access = variable.image, variable.access
    scalar, sides = _SCALARS[image.scalar], image.sides
    four = f"vec4<{scalar}>"
    texel = four if image.channels > 1 else scalar
    whole, value = ("{}", "value") if texel == four else (f"{four}({{}}, 0, 0, 1)", "value.x")
    place = f"at: vec{len(sides)}i"
    element = f"{stem}texels[{stem}index(at)]"
    group, binding = variable.place
    space = "read" if access == "read" else "read_write"
    lines = [
        f"@group({group}) @binding({binding}) var<storage, {space}> {stem}texels: array<{texel}>;",
        f"fn {stem}index({place}) -> i32 {{ return {_index(sides)}; }}",
        f"fn {stem}size() -> {_size(variable)}",
        f"fn {stem}layers() -> u32 {{ return {sides[-1]}u; }}",
    ]
    if access != "write":
        lines.append(f"fn {stem}load({place}) -> {four} {{ return {whole.format(element)}; }}")
    if access != "read":
        lines.append(f"fn {stem}store({place}, value: {four}) {{ {element} = {value}; }}")
    return lines


def _index(sides: tuple[int, ...]) -> str:
    """Return the number of a texel, or -1 where there is none."""
    axes = _AXES[: len(sides)]
    number = f"at.{axes[-1]}"
    for axis, side in zip(reversed(axes[:-1]), reversed(sides[:-1]), strict=True):
        number = f"({number}) * {side} + at.{axis}"
    vector = f"vec{len(sides)}i"
    most = f"{vector}({', '.join(map(str, sides))})"
    return f"select(-1, {number}, all(at >= {vector}(0)) && all(at < {most}))"


def _size(variable: ImageVariable) -> str:
    """Return the type and the body of a function that gives a size, in which no layers count."""
    image = variable.image
    sides = image.size[:2] if image.shape == "2DArray" else image.sides
    vector = f"vec{len(sides)}u"
    return f"{vector} {{ return {vector}({', '.join(map(str, sides))}); }}"


def _arguments(node: Call, variable: ImageVariable) -> tuple[Expression, ...]:
    """Return the place as one vector, and what is stored."""
    image, args = variable.image, node.args[1:]
    if not args:
        return ()
    places = 2 if image.shape == "2DArray" else 1
    flat = _convert("vec2i" if image.shape != "3D" else "vec3i", args[0])
    if places == 1:
        return (flat, *args[1:])
    return (_convert("vec3i", flat, _convert("i32", args[1])), *args[2:])


def _convert(type: str, *values: Expression) -> Call:
    span = values[0].span
    return Call(callee=Name(name=type, span=span), args=values, span=span)


FUNCTIONS: Final = ImageFunctions(
    _SUFFIXES, frozenset(("textureStore",)), _declarations, _arguments
)
