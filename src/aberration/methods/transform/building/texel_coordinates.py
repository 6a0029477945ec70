"""Whole numbers that name a texel as the coordinates of a sample or a gather."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.textures import Texture
from aberration.languages.spirv import types
from aberration.languages.spirv.floats import bits_of_float
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConvertSToF,
    OpConvertUToF,
    OpFAdd,
    OpFMul,
    OpTypeFloat,
    OpTypeVector,
)
from aberration.methods.transform.analysis.images import find_words
from aberration.methods.transform.analysis.texel_places import axis_count, coordinate_count

COUNT: Final = 3
"""How many instructions it takes."""


def vector_of_floats(module: Module, count: int) -> int:
    """Return the type of a vector of floats; 0 if it is not declared."""
    number = module.find(OpTypeFloat, 0, 32)
    return module.find(OpTypeVector, 0, number, count) if number else 0


def float_words(numbers: Sequence[float]) -> list[int]:
    """Return the words of floats."""
    return [bits_of_float(number, 32) for number in numbers]


def summands(texture: Texture, shift: Sequence[float]) -> list[float]:
    """Return what is added to the numbers of a texel, to move so far; a layer stays."""
    return [*shift, *[0.0] * (coordinate_count(texture) - axis_count(texture))]


def factors(texture: Texture) -> list[float]:
    """Return what texels are multiplied by to be coordinates; a layer stays."""
    axes = axis_count(texture)
    ones = [1.0] * (coordinate_count(texture) - axes)
    return [*(1.0 / side for side in texture.size[:axes]), *ones]


def can_be_coordinate(module: Module, texture: Texture, place: int, shift: Sequence[float]) -> bool:
    """Say whether `place` is as many 32-bit integers as the texture has coordinates, and the type
    and the relevant constants exist with which they become floats.
    """
    type_id, count = module.type_of(place), coordinate_count(texture)
    scalar = types.component_type(module, type_id)
    if not types.is_int(module, scalar) or types.width(module, scalar) != 32:
        return False
    vector = vector_of_floats(module, count)
    if not vector or not count or types.component_count(module, type_id) != count:
        return False
    return all(_constants(module, vector, texture, shift))


def coordinate_lines(
    module: Module, texture: Texture, place: int, shift: Sequence[float], fresh: Sequence[int]
) -> list[Instruction]:
    """Return the COUNT instructions that make the coordinate, the last of `fresh`, of a texel and
    a shift.

    Each is rounded, so that in texels the coordinate is off by 2^-16 for textures of our size and
    texels near them.
    """
    vector = vector_of_floats(module, coordinate_count(texture))
    added, factor = _constants(module, vector, texture, shift)
    convert = OpConvertSToF if types.is_signed(module, module.type_of(place)) else OpConvertUToF
    return [
        Instruction(convert, vector, fresh[0], [place]),
        Instruction(OpFAdd, vector, fresh[1], [fresh[0], added]),
        Instruction(OpFMul, vector, fresh[2], [fresh[1], factor]),
    ]


def _constants(
    module: Module, vector: int, texture: Texture, shift: Sequence[float]
) -> tuple[int, int]:
    added, factor = summands(texture, shift), factors(texture)
    return (
        find_words(module, vector, float_words(added)),
        find_words(module, vector, float_words(factor)),
    )
