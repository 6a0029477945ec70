"""Propose to lay the branches of selections out in a straight line."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpSelectionMerge
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.flattening import (
    instructions_to_guard,
    selected_sizes,
    shape_of,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.flatten_conditional_branch import (
    FlattenConditionalBranch,
    SideEffectWrapper,
    needs_placeholder,
)

MOST_GUARDS: Final = 8


@fuzzer_pass(chance=(0.45, 0.95), followed_by=("obfuscate_constants",))
def flatten_conditional_branches(draw: Draw) -> Transformation | None:
    """One attempt: any selection; results of what is guarded are zero where it is not executed."""
    module = draw.module
    merge = draw.instruction((OpSelectionMerge,))
    header = None if merge is None else merge.block
    shape = shape_of(module, header) if header is not None else None
    if header is None or shape is None:
        return None
    guarded = instructions_to_guard(module, shape)
    sizes = selected_sizes(module, shape)
    if guarded is None or sizes is None or len(guarded) > MOST_GUARDS:
        return None
    wrappers = [_wrapper(draw, each) for each in guarded]
    for size in sorted(sizes):
        draw.vector_type(draw.bool_type(), size)
    selectors = tuple((size, draw.fresh()) for size in sorted(sizes))
    return FlattenConditionalBranch(
        header.id, bool(draw.rng.bits() & 1), selectors, tuple(wrappers)
    )


def _wrapper(draw: Draw, instruction: Instruction) -> SideEffectWrapper:
    at = Place.of(draw.module, instruction)
    labels = draw.fresh(), draw.fresh()
    if not needs_placeholder(draw.module, instruction):
        return SideEffectWrapper(at, *labels)
    value = draw.zero_constant(instruction.type_id, irrelevant=True)
    return SideEffectWrapper(at, *labels, draw.fresh(), draw.fresh(), draw.fresh(), value)
