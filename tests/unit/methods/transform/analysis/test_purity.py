from __future__ import annotations

import pytest
from helpers.transform import ident, module_of, the

from aberration.languages.spirv.glsl_functions import GLSL_NAME
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpExtInst, OpExtInstImport
from aberration.methods.transform.analysis.purity import is_access, is_simple, is_speculatable

GLOBALS = """
    %int_3 = OpConstant %int 3
    %int_31 = OpConstant %int 31
    %int_32 = OpConstant %int 32
    %int_minus = OpConstant %int -1
    %pair = OpConstantComposite %v2int %int_3 %int_5
    %risky = OpConstantComposite %v2int %int_3 %int_0
"""
BODY = """
    %sum = OpIAdd %int %i %i
    %ratio = OpFDiv %float %f %f
    %third = OpSDiv %int %i %int_3
    %thirds = OpSRem %v2int %pair %pair
    %by_zero = OpSDiv %int %i %int_0
    %partly = OpSDiv %v2int %pair %risky
    %overflow = OpSRem %int %i %int_minus
    %by_any = OpUMod %int %i %i
    %wide = OpShiftLeftLogical %int %i %int_31
    %too_wide = OpShiftRightLogical %int %i %int_32
    %any_width = OpShiftLeftLogical %int %i %i
    %field = OpBitFieldUExtract %int %i %int_1 %int_31
    %too_far = OpBitFieldUExtract %int %i %int_3 %int_31
    %any_field = OpBitFieldUExtract %int %i %i %int_3
    %picked = OpVectorExtractDynamic %int %pair %int_1
    %beyond = OpVectorExtractDynamic %int %pair %int_3
    %anywhere = OpVectorInsertDynamic %v2int %pair %int_3 %i
    %whole = OpConvertFToS %int %f
    %chosen = OpSelect %int %condition %i %int_3
"""
FINE = ("%sum", "%ratio", "%third", "%thirds", "%wide", "%field", "%picked", "%chosen")
RISKY = (
    *(
        "%by_zero",
        "%partly",
        "%overflow",
        "%by_any",
        "%too_wide",
        "%any_width",
        "%too_far",
        "%any_field",
    ),
    *("%beyond", "%anywhere", "%whole", "%f"),
)


@pytest.mark.parametrize("name", [*FINE, *RISKY])
def test_only_what_is_defined_for_all_operands_may_be_executed_more_often(name: str) -> None:
    module = module_of(BODY, globals_=GLOBALS, valid=False)
    assert is_speculatable(module, the(module, name)) == (name in FINE)


@pytest.mark.parametrize(
    ("number", "simple"), [(31, True), (35, False), (51, False), (77, False), (0, False)]
)
def test_extended_instructions_are_simple_unless_they_have_pointers(
    number: int, simple: bool
) -> None:
    module = module_of("")
    module.add_import(Instruction(OpExtInstImport, 0, 20, list(GLSL_NAME)))
    call = Instruction(OpExtInst, ident("%float"), 21, [20, number, ident("%f")])
    assert is_simple(module, call) == simple
    call.ops[0] = ident("%f")
    assert not is_simple(module, call)


@pytest.mark.parametrize(
    ("access", "plain"),
    [
        ("Aligned 4", True),
        ("Nontemporal", True),
        ("Volatile", False),
        ("Volatile|Aligned 4", False),
        ("", True),
    ],
)
def test_volatile_accesses_are_no_plain_ones(access: str, plain: bool) -> None:
    module = module_of(f"%read = OpLoad %int %in_int {access}", valid=False)
    assert is_access(the(module, "%read")) == plain
