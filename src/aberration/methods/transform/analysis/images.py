"""What is known of the images that a module reads: the offsets that a read may have, and the
textures of the inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from aberration.core.textures import Texture
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Dim, ImageOperands
from aberration.languages.spirv.image_reads import image_type_of, variable_of_image
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.constants import constant_words, find_constant

OFFSETS: Final = (ImageOperands.CONST_OFFSET, ImageOperands.OFFSET, ImageOperands.CONST_OFFSETS)
AXES: Final = MappingProxyType({Dim.DIM_1D: 1, Dim.DIM_2D: 2, Dim.DIM_3D: 3})
_SAMPLED: Final = 1


def offset_axes(module: Module, read: Instruction) -> int:
    """Return how many components an offset of a read has; 0 where there is none (SPIR-V 3.14: not
    of a cube), or it is not known: buffers, several samples, images that are written.
    """
    kind = image_type_of(module, read.ops[0])
    if kind is None:
        return 0
    _, dimension, _, _, samples, sampled = kind.ops[:6]
    return AXES.get(dimension, 0) if not samples and sampled == _SAMPLED else 0


def offset_type(module: Module, axes: int) -> int:
    """Return the type of an offset of so many components, signed; 0 if it is not declared."""
    scalar = module.find(o.OpTypeInt, 0, 32, 1)
    return scalar if axes == 1 else module.find(o.OpTypeVector, 0, scalar, axes) if scalar else 0


def signed_words(numbers: tuple[int, ...]) -> list[int]:
    """Return the words of 32-bit integers."""
    return [number & 0xFFFFFFFF for number in numbers]


def find_integers(module: Module, type_id: int, numbers: tuple[int, ...]) -> int:
    """Return the relevant constant of a 32-bit integer, or of a vector of them; 0 if there is
    none.
    """
    return find_words(module, type_id, signed_words(numbers))


def find_words(module: Module, type_id: int, words: Sequence[int]) -> int:
    """Return the relevant constant of a number of 32 bits, or of a vector of them; 0 if there is
    none.
    """
    scalar = types.component_type(module, type_id)
    if not scalar:
        return find_constant(module, False, o.OpConstant, type_id, *words)
    parts = [find_constant(module, False, o.OpConstant, scalar, word) for word in words]
    return find_constant(module, False, o.OpConstantComposite, type_id, *parts) if all(parts) else 0


def relevant_words(module: Module, value_id: int) -> list[int]:
    """Return the words of a constant of 32-bit numbers, or of a vector of them, all of which
    matter; empty for all else.
    """
    found = module.definition(value_id)
    parts = [] if found is None or found.op != o.OpConstantComposite else found.ops
    if any(module.facts.is_declared_irrelevant(one) for one in (value_id, *parts)):
        return []
    return constant_words(module, value_id)


def texture_of_image(module: Module, value_id: int) -> Texture | None:
    """Return the texture that an image is; None if it is not known."""
    return module.facts.textures.get(variable_of_image(module, value_id))
