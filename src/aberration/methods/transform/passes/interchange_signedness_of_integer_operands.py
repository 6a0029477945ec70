"""Propose constants of the other signedness."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpConstant, OpTypeInt
from aberration.languages.spirv.place import types_fit
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.interchanging import constant_use, interchange
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation


@fuzzer_pass(chance=(0.1, 0.9), final=True, sites=(OpConstant,))
def interchange_signedness_of_integer_operands(draw: Draw) -> Transformation | None:
    """One attempt: any use of any integer constant by an instruction that takes both signs."""
    module = draw.module
    constant = draw.instruction((OpConstant,))
    scalar = None if constant is None else module.definition(constant.type_id)
    if constant is None or scalar is None or scalar.op != OpTypeInt:
        return None
    if module.facts.is_declared_irrelevant(constant.result_id):
        return None
    use = constant_use(draw, constant.result_id)
    user = None if use is None else use.find(module)
    if use is None or user is None:
        return None
    twin_type = draw.int_type(scalar.ops[0], scalar.ops[1] == 0)
    if not twin_type or not types_fit(module, user, use.operand, scalar.result_id, twin_type):
        return None
    value = sum([word << (32 * k) for k, word in enumerate(constant.ops)])
    return interchange(draw, use, draw.int_constant(twin_type, value))
