"""Propose to compute indexes from known uniforms."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpInBoundsAccessChain,
    OpVectorExtractDynamic,
    OpVectorInsertDynamic,
)
from aberration.languages.spirv.place import Use
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.access_through_known_index import (
    OPERATIONS,
    AccessThroughKnownIndex,
    known_index,
    other_operand,
)

USERS: Final = (OpAccessChain, OpInBoundsAccessChain, OpVectorExtractDynamic, OpVectorInsertDynamic)


@fuzzer_pass(chance=(0.05, 0.3))
def access_through_known_indexes(draw: Draw) -> Transformation | None:
    """One attempt: any constant index, any known value of a uniform, any operation."""
    module, rng = draw.module, draw.rng
    if not module.facts.uniforms.values:
        return None
    use = _any_index(draw)
    index = None if use is None else known_index(module, use)
    if use is None or index is None:
        return None
    known, opcode = rng.choose(module.facts.uniforms.values), rng.choose(OPERATIONS)
    int_type = draw.int_type()
    if not int_type or not all(draw.int_constant(int_type, number) for number in known.path):
        return None
    draw.scalar_constant(index.type_id, [other_operand(opcode, known.word, index.ops[0])])
    draw.pointer_type(types.storage_class(module, module.type_of(known.variable)), known.type_id)
    ids = [draw.fresh() for _ in range(4)]
    return AccessThroughKnownIndex(use, known.variable, known.path, opcode, *ids)


def _any_index(draw: Draw) -> Use | None:
    """Return any constant index that may be another value; None if none was found."""
    for _ in range(TRIES):
        user = draw.instruction(USERS)
        if user is None or user.block is None:
            continue
        use = (
            Use.of(draw.module, user, 1 + draw.rng.below(len(user.ops) - 1))
            if len(user.ops) > 1
            else None
        )
        if use is not None and known_index(draw.module, use) is not None:
            return use
    return None
