"""Say that the place where an image is read is moved by nothing."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import READS, image_operands, with_image_operands
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_zero
from aberration.methods.transform.analysis.images import OFFSETS, offset_axes, offset_type
from aberration.methods.transform.transformation import Transformation


class AddZeroImageOffset(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples, gathers or fetches from an image of one to three dimensions that
    is no cube, no buffer, of one sample and never written; it has no offset, and no image operand
    that is not known. The relevant zero of as many signed integers as the image has dimensions
    exists.
    Effect: adds it as ConstOffset (SPIR-V 3.14).
    Facts: none used, none added.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        return zero_offset(module, self.at) != 0

    def apply(self, module: Module) -> None:
        read = self.at.get(module)
        given = must_exist(image_operands(read))
        given[ImageOperands.CONST_OFFSET] = [zero_offset(module, self.at)]
        module.set_operands(read, with_image_operands(read, given))


def zero_offset(module: Module, at: Place) -> int:
    """Return the zero that a read may have as its offset; 0 if it may have none, or there is no
    such constant.
    """
    read = at.find(module)
    if read is None or read.block is None or read.op not in READS:
        return 0
    given, axes = image_operands(read), offset_axes(module, read)
    if given is None or not axes or any(bit in given for bit in OFFSETS):
        return 0
    type_id = offset_type(module, axes)
    return find_zero(module, False, type_id) if type_id else 0
