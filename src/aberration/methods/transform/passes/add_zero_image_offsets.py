"""Propose offsets of zero where images are read."""

from __future__ import annotations

from aberration.languages.spirv.image_reads import READS
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import offset_axes
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_zero_image_offset import AddZeroImageOffset


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("shift_fetch_offsets",))
def add_zero_image_offsets(draw: Draw) -> Transformation | None:
    """One attempt: any sample, gather or fetch; the zero is made if need be."""
    read = draw.instruction(READS)
    axes = 0 if read is None else offset_axes(draw.module, read)
    if read is None or not axes:
        return None
    integer = draw.int_type()
    if not draw.zero_constant(integer if axes == 1 else draw.vector_type(integer, axes)):
        return None
    return AddZeroImageOffset(Place.of(draw.module, read))
