"""Propose two variables in place of a vector that the stages of a pair hand on."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.varyings import Unmatched
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.encode_varying import whole_uses
from aberration.methods.transform.transformations.move_varying import is_vertex, varyings_of
from aberration.methods.transform.transformations.split_varying import SplitVarying


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("move_varyings",), pairs=True)
def split_varyings(draw: Draw) -> Transformation | None:
    """One attempt: any vector between the stages, after any of its components."""
    module = draw.module
    try:
        every = varyings_of(module)
        known = [one for one in every if one.member < 0 and one.shape[0] == "vector"]
        if not known:
            return None
        whole = draw.rng.choose(known)
        count = len(whole_uses(module, whole))
    except Unmatched:
        return None
    size = len(types.part_types(module, whole.type_id))
    scalar = types.part_types(module, whole.type_id)[0]
    first = draw.rng.between(1, size - 1)
    storage = StorageClass.OUTPUT if is_vertex(module) else StorageClass.INPUT
    parts = [scalar if k == 1 else draw.vector_type(scalar, k) for k in (first, size - first)]
    low, high = (draw.pointer_type(storage, part) for part in parts)
    variables = draw.fresh(), draw.fresh()
    fresh = tuple(draw.fresh() for _ in range(2 * count))
    return SplitVarying(*whole.place, (low, high), variables, fresh)
