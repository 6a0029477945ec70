"""Propose other layouts of matrices in uniform blocks."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.methods.transform.analysis.standard_layout import EXTENDED, members_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.uniform_blocks import make_room, uniform_struct
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.change_uniform_matrix_layout import (
    ChangeUniformMatrixLayout,
)

MOST: Final = 3
"""So many times 16 bytes lie between two lines, at most."""
LINES: Final = 4
"""How many lines a matrix has, at most."""


@fuzzer_pass(chance=(0.02, 0.15), followed_by=("move_uniform_members",))
def change_uniform_matrix_layouts(draw: Draw) -> Transformation | None:
    """One attempt: any matrix in any uniform block; room is made for it first."""
    module, rng = draw.module, draw.rng
    struct = uniform_struct(draw)
    members = members_of(module, struct) if struct else []
    matrices = [k for k, one in enumerate(members) if types.is_matrix(module, one.type_id)]
    if not matrices:
        return None
    member = rng.choose(matrices)
    stride, row_major = EXTENDED * rng.between(1, MOST), rng.chance(0.5)
    make_room(draw, struct, member, stride * LINES)
    return ChangeUniformMatrixLayout(struct, member, stride, row_major)
