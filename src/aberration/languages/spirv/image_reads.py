"""What an instruction reads of an image: which one, and with which image operands."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from . import opcodes as o
from .enums import ImageOperands
from .instruction import Instruction
from .module import Module
from .place import IMAGE_OPERANDS_AT

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
LEAST_OFFSET, LARGEST_OFFSET = -8, 7
"""What every implementation takes: Vulkan's minTexelOffset and maxTexelOffset are no nearer."""
_PASSED_ON: Final = (o.OpLoad, o.OpCopyObject, o.OpImage, o.OpSampledImage)
_STEPS: Final = 16
"""So far is a handle followed: in code that nothing reaches, it may be made of itself."""
Given = dict[int, list[int]]
"""The ids of each image operand that is there."""


def image_mask(found: Instruction) -> int:
    """Return which image operands an instruction has, as a mask; 0 for one that takes none."""
    at = _MASK_AT.get(found.op)
    return found.ops[at] if at is not None and len(found.ops) > at else 0


def image_operands(found: Instruction) -> Given | None:
    """Return the image operands of an instruction; None if there is one that is not known, or if
    the instruction takes none.
    """
    mask = image_mask(found)
    if found.op not in _MASK_AT or mask & ~sum(LENGTHS):
        return None
    given: Given = {}
    at = _MASK_AT[found.op] + 1
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
