"""What an instruction reads of an image: which one, and with which image operands."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from aberration.core.textures import Texture
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Dim, ImageOperands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import IMAGE_OPERANDS_AT
from aberration.methods.transform.analysis.constants import find_constant

READS: Final = tuple(op for op in IMAGE_OPERANDS_AT if op not in (o.OpImageRead, o.OpImageWrite))
"""Samples, gathers and fetches, in a fixed order."""
_MASK_AT: Final = MappingProxyType({**IMAGE_OPERANDS_AT, o.OpImageGather: 3})
"""Where the mask of image operands stands. A gather's component before it has to be a constant, as
they are, so that other values may stand for what comes before these alone.
"""
LENGTHS: Final = MappingProxyType(
    {
        ImageOperands.BIAS: 1,
        ImageOperands.LOD: 1,
        ImageOperands.GRAD: 2,
        ImageOperands.CONST_OFFSET: 1,
        ImageOperands.OFFSET: 1,
        ImageOperands.CONST_OFFSETS: 1,
        ImageOperands.SAMPLE: 1,
        ImageOperands.MIN_LOD: 1,
        ImageOperands.SIGN_EXTEND: 0,
        ImageOperands.ZERO_EXTEND: 0,
    }
)
"""How many ids belong to each image operand, in their order (SPIR-V 3.14)."""
OFFSETS: Final = (ImageOperands.CONST_OFFSET, ImageOperands.OFFSET, ImageOperands.CONST_OFFSETS)
AXES: Final = MappingProxyType({Dim.DIM_1D: 1, Dim.DIM_2D: 2, Dim.DIM_3D: 3})
_PASSED_ON: Final = (o.OpLoad, o.OpCopyObject, o.OpImage, o.OpSampledImage)
_STEPS: Final = 16
"""So far is a handle followed: in code that nothing reaches, it may be made of itself."""
_SAMPLED: Final = 1
Given = dict[int, list[int]]
"""The ids of each image operand that is there."""


def image_operands(found: Instruction) -> Given | None:
    """Return the image operands of an instruction; None if there is one that is not known, or if
    the instruction has none.
    """
    at = _MASK_AT.get(found.op)
    if at is None:
        return None
    mask = found.ops[at] if len(found.ops) > at else 0
    if mask & ~sum(LENGTHS):
        return None
    given: Given = {}
    at += 1
    for bit, length in LENGTHS.items():
        if mask & bit:
            given[bit] = found.ops[at : at + length]
            at += length
    return given


def with_image_operands(found: Instruction, given: Given) -> list[int]:
    """Return the operands of an instruction with these image operands instead of its own."""
    first = found.ops[: _MASK_AT[found.op]]
    if not given:
        return first
    ids = [value for bit in LENGTHS for value in given.get(bit, ())]
    return [*first, sum(given), *ids]


def image_type_of(module: Module, value_id: int) -> Instruction | None:
    """Return the OpTypeImage of an image, with a sampler or without; None for another value."""
    found = module.definition(module.type_of(value_id))
    if found is not None and found.op == o.OpTypeSampledImage:
        found = module.definition(found.ops[0])
    return found if found is not None and found.op == o.OpTypeImage else None


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
    scalar = types.component_type(module, type_id)
    words = signed_words(numbers)
    if not scalar:
        return find_constant(module, False, o.OpConstant, type_id, *words)
    parts = [find_constant(module, False, o.OpConstant, scalar, word) for word in words]
    return find_constant(module, False, o.OpConstantComposite, type_id, *parts) if all(parts) else 0


def variable_of_image(module: Module, value_id: int) -> int:
    """Return the variable that an image was loaded from, alone or with a sampler; 0 if it is not
    known, as of a parameter.
    """
    for _ in range(_STEPS):
        found = module.definition(value_id)
        if found is None:
            return 0
        if found.op == o.OpVariable:
            return value_id
        if found.op not in _PASSED_ON:
            return 0
        value_id = found.ops[0]
    return 0


def texture_of_image(module: Module, value_id: int) -> Texture | None:
    """Return the texture that an image is; None if it is not known."""
    return module.facts.textures.get(variable_of_image(module, value_id))
