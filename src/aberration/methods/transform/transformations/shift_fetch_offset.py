"""Move a part of the place of a fetch from its coordinate into its offset, or back."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import (
    LARGEST_OFFSET,
    LEAST_OFFSET,
    image_operands,
    with_image_operands,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpImageFetch, OpISub
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import constant_words
from aberration.methods.transform.analysis.images import find_integers, offset_axes, offset_type
from aberration.methods.transform.transformation import Transformation, all_fresh

COORDINATE: Final = 1
_SIGN: Final = 1 << 31


class ShiftFetchOffset(Transformation, frozen=True, gc=False):
    """Precondition: `at` fetches a texel at a coordinate of signed 32-bit integers, from an image
    of one to three dimensions that is no buffer, of one sample and never written; its image
    operands are known, and its offset, if it has one, is a ConstOffset of integer constants.
    `shift`, an integer for each dimension, is not all zeros; with the offset it stays from -8 to 7.
    The sum exists as a relevant constant, if it is not zero, and so does the shift as one of the
    coordinate's type, followed by 0 for the layer. `fresh` is fresh.
    Effect: subtracts the shift from the coordinate, and adds it to the offset; one of zeros goes.
    Facts: none used, none added.
    """

    at: Place
    shift: tuple[int, ...]
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        if not any(self.shift) or not all_fresh(module, self.fresh):
            return False
        fetch = self.at.find(module)
        offset = None if fetch is None else fetched_offset(module, fetch)
        if fetch is None or offset is None or len(offset) != len(self.shift):
            return False
        moved = self._offset_after(offset)
        if not all(LEAST_OFFSET <= one <= LARGEST_OFFSET for one in moved):
            return False
        return self._step(module, fetch) != 0 and (
            not any(moved) or offset_constant(module, moved) != 0
        )

    def _offset_after(self, offset: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(one + more for one, more in zip(offset, self.shift, strict=True))

    def _step(self, module: Module, fetch: Instruction) -> int:
        type_id = module.type_of(fetch.ops[COORDINATE])
        return find_integers(module, type_id, with_layer(module, type_id, self.shift))

    def apply(self, module: Module) -> None:
        fetch = self.at.get(module)
        moved = self._offset_after(must_exist(fetched_offset(module, fetch)))
        given = must_exist(image_operands(fetch))
        given.pop(ImageOperands.CONST_OFFSET, None)
        if any(moved):
            given[ImageOperands.CONST_OFFSET] = [offset_constant(module, moved)]
        coordinate = fetch.ops[COORDINATE]
        operands = [coordinate, self._step(module, fetch)]
        made = Instruction(OpISub, module.type_of(coordinate), self.fresh, operands)
        module.insert_before(fetch, made)
        operands = with_image_operands(fetch, given)
        operands[COORDINATE] = self.fresh
        module.set_operands(fetch, operands)


def fetched_offset(module: Module, fetch: Instruction) -> tuple[int, ...] | None:
    """Return the offset of a fetch, zeros where it has none; None if it is not known, or if it is
    no fetch that may have one.
    """
    if fetch.op != OpImageFetch or fetch.block is None:
        return None
    given, axes = image_operands(fetch), offset_axes(module, fetch)
    type_id = module.type_of(fetch.ops[COORDINATE])
    if given is None or not axes or not _is_signed(module, type_id):
        return None
    if ImageOperands.OFFSET in given or ImageOperands.CONST_OFFSETS in given:
        return None
    if ImageOperands.CONST_OFFSET not in given:
        return (0,) * axes
    (offset,) = given[ImageOperands.CONST_OFFSET]
    if module.facts.is_declared_irrelevant(offset) or not _is_signed(
        module, module.type_of(offset)
    ):
        return None
    words = constant_words(module, offset)
    return tuple(word - ((word & _SIGN) << 1) for word in words) if len(words) == axes else None


def offset_constant(module: Module, offset: tuple[int, ...]) -> int:
    """Return the constant of an offset; 0 if there is none."""
    type_id = offset_type(module, len(offset))
    return find_integers(module, type_id, offset) if type_id else 0


def with_layer(module: Module, type_id: int, shift: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shift with a zero for what a coordinate has beyond it."""
    count = max(1, types.component_count(module, type_id))
    return (*shift, *[0] * (count - len(shift)))


def _is_signed(module: Module, type_id: int) -> bool:
    return types.is_signed(module, type_id) and types.width(module, type_id) == 32
