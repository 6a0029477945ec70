"""Declarations of GLSL and ESSL that stand for a storage image or texel buffer: a block, and
functions of it.
"""

from __future__ import annotations

from typing import Final

from ...read import read_beside
from ...tree import Call, Declaration, Expression, Module
from .declared import ImageVariable
from .functions import ImageFunctions

_SUFFIXES: Final = {
    "imageLoad": "load",
    "imageStore": "store",
    "imageSize": "size",
    "texelFetch": "load",
    "textureSize": "size",
    "imageAtomicAdd": "Add",
    "imageAtomicMin": "Min",
    "imageAtomicMax": "Max",
    "imageAtomicAnd": "And",
    "imageAtomicOr": "Or",
    "imageAtomicXor": "Xor",
    "imageAtomicExchange": "Exchange",
    "imageAtomicCompSwap": "CompSwap",
}
_READS: Final = frozenset(("imageLoad", "imageSize", "texelFetch", "textureSize"))
_WRITES: Final = frozenset(_SUFFIXES) - _READS
_ATOMICS: Final = _WRITES - {"imageStore"}
_LETTERS: Final = {"int": "i", "uint": "u", "float": ""}
_AXES: Final = "xyz"


def _declarations(module: Module, variable: ImageVariable, stem: str) -> tuple[Declaration, ...]:
    return read_beside(module, "\n".join(_lines(module, variable, stem)))


def _lines(module: Module, variable: ImageVariable, stem: str) -> list[str]:
    image = variable.image
    scalar, letter = image.scalar, _LETTERS[image.scalar]
    high = "highp " if module.language == "essl" else ""
    four = f"{letter}vec4"
    texel = four if image.channels > 1 else scalar
    place = f"{high}{_vector(len(image.sides))} at"
    group = f"set = {variable.place[0]}, " if variable.place[0] else ""
    coherent = "coherent " if variable.coherent else ""
    whole, value = ("{}", "value") if texel == four else (f"{four}({{}}, 0, 0, 1)", "value.x")
    element = f"{stem}texels[{stem}index(at)]"
    lines = [
        f"layout(std430, {group}binding = {variable.place[1]}) {coherent}buffer {stem}block "
        f"{{ {high}{texel} {stem}texels[]; }};",
        f"{high}int {stem}index({place}) {{ return {_index(image.sides)}; }}",
        f"{high}{four} {stem}load({place}) {{ return {whole.format(element)}; }}",
        f"void {stem}store({place}, {high}{four} value) {{ {element} = {value}; }}",
        f"{high}{_vector(len(image.sides))} {stem}size() {{ return {_size(image.sides)}; }}",
    ]
    if image.channels == 1 and scalar != "float":
        lines += [
            _atomic(name, element, place, f"{high}{scalar}", stem) for name in sorted(_ATOMICS)
        ]
    return lines


def _index(sides: tuple[int, ...]) -> str:
    """Return the number of a texel, or -1 where there is none."""
    if len(sides) == 1:
        return f"at >= 0 && at < {sides[0]} ? at : -1"
    axes = _AXES[: len(sides)]
    inside = " && ".join(
        f"at.{axis} >= 0 && at.{axis} < {side}" for axis, side in zip(axes, sides, strict=True)
    )
    number = f"at.{axes[-1]}"
    for axis, side in zip(reversed(axes[:-1]), reversed(sides[:-1]), strict=True):
        number = f"({number}) * {side} + at.{axis}"
    return f"{inside} ? {number} : -1"


def _size(sides: tuple[int, ...]) -> str:
    return f"{_vector(len(sides))}({', '.join(map(str, sides))})"


def _vector(count: int) -> str:
    return f"ivec{count}" if count > 1 else "int"


def _atomic(name: str, element: str, place: str, type: str, stem: str) -> str:
    what = _SUFFIXES[name]
    compared = (f"{type} compared, ", "compared, ") if what == "CompSwap" else ("", "")
    return (
        f"{type} {stem}{what}({place}, {compared[0]}{type} value) "
        f"{{ return atomic{what}({element}, {compared[1]}value); }}"
    )


def _arguments(node: Call, variable: ImageVariable) -> tuple[Expression, ...]:
    return node.args[1:]


FUNCTIONS: Final = ImageFunctions(_SUFFIXES, _WRITES, _declarations, _arguments)
