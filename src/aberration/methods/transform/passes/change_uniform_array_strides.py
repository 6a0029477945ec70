"""Propose other strides of arrays in uniform blocks."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.methods.transform.analysis.standard_layout import EXTENDED, members_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.uniform_blocks import make_room, uniform_struct
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.change_uniform_array_stride import (
    ChangeUniformArrayStride,
    block_of_array,
)

MOST: Final = 4
"""So many times 16 bytes a stride grows or shrinks by, at most."""


@fuzzer_pass(chance=(0.02, 0.15), followed_by=("move_uniform_members",))
def change_uniform_array_strides(draw: Draw) -> Transformation | None:
    """One attempt: any array in any uniform block; there is room made where the stride grows."""
    module, rng = draw.module, draw.rng
    struct = uniform_struct(draw)
    members = members_of(module, struct) if struct else []
    arrays = [k for k, one in enumerate(members) if block_of_array(module, one.type_id) == struct]
    if not arrays:
        return None
    member = rng.choose(arrays)
    array, old = members[member].type_id, members[member].array_stride
    stride = old + EXTENDED * rng.between(-MOST, MOST)
    if stride > old:
        make_room(draw, struct, member, (stride - old) * types.component_count(module, array))
    return ChangeUniformArrayStride(array, stride)
