"""Propose to take note of what textures say of themselves."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpImageQueryLevels,
    OpImageQuerySizeLod,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.record_image_size import (
    RecordImageSize,
    known_answer,
)


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("apply_id_synonyms",))
def record_image_sizes(draw: Draw) -> Transformation | None:
    """One attempt: any number of levels, or any component that is taken of any size; the constant
    is made if need be.
    """
    answer = draw.instruction((OpImageQuerySizeLod, OpImageQueryLevels))
    if answer is not None and answer.op == OpImageQuerySizeLod:
        users = [
            user for user in draw.module.users(answer.result_id) if user.op == OpCompositeExtract
        ]
        answer = draw.rng.choose(users) if users else None
    known = None if answer is None else known_answer(draw.module, answer)
    if answer is None or known is None:
        return None
    constant = draw.int_constant(answer.type_id, known)
    return RecordImageSize(answer.result_id, constant) if constant else None
