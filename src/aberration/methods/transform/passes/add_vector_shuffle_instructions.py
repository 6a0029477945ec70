"""Propose to pick components of vectors."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.opcodes import OpTypeVector
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.vector_shuffle import VectorShuffle, length


@fuzzer_pass(chance=(0.2, 0.7), followed_by=("apply_id_synonyms",))
def add_vector_shuffle_instructions(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any vector there, another one that fits it, two to four
    components of them.
    """
    anchor, declared = draw.insertion_point(), draw.instruction((OpTypeVector,))
    if anchor is None or declared is None:
        return None
    left = draw.available_id(declared.result_id, anchor)
    if not left:
        return None
    # A vector of any length whose components are of the same type.
    other = draw.module.find(OpTypeVector, 0, declared.ops[0], draw.rng.between(2, 4))
    right = draw.available_id(other, anchor) if other else 0
    right = right or draw.available_id(declared.result_id, anchor)
    if not right:
        return None
    most = length(draw.module, left) + length(draw.module, right)
    components = tuple(draw.rng.below(most) for _ in range(draw.rng.between(2, 4)))
    draw.vector_type(types.component_type(draw.module, declared.result_id), len(components))
    return VectorShuffle(draw.fresh(), left, right, components, Place.of(draw.module, anchor))
