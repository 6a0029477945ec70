"""Propose nulls instead of zeros, and zeros instead of nulls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantNull,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.interchanging import constant_use, interchange
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.record_synonymous_constants import is_zero

CONSTANTS: Final = (OpConstant, OpConstantFalse, OpConstantComposite, OpConstantNull)
TRIES: Final = 6


@fuzzer_pass(chance=(0.1, 0.9), final=True, sites=CONSTANTS)
def interchange_zero_like_constants(draw: Draw) -> Transformation | None:
    """One attempt: any use of any zero, false or null."""
    module = draw.module
    for _ in range(TRIES):
        constant = draw.instruction(CONSTANTS)
        if (
            constant is not None
            and is_zero(module, constant)
            and module.users(constant.result_id)
            and not module.facts.is_declared_irrelevant(constant.result_id)
        ):
            break
    else:
        return None
    use = constant_use(draw, constant.result_id)
    if use is None:
        return None
    make = draw.zero_constant if constant.op == OpConstantNull else draw.null_constant
    return interchange(draw, use, make(constant.type_id))
