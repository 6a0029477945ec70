from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_relaxed_decoration import AddRelaxedDecoration

GLOBALS = """
    %m2float = OpTypeMatrix %v2float 2
    %pair = OpConstantComposite %v2float %float_1 %float_0
"""
BODY = """
    %live = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %false %dead %merge
    %dead = OpLabel
    %sum = OpIAdd %int %i %i
    %product = OpVectorTimesScalar %v2float %pair %f
    %matrix = OpOuterProduct %m2float %pair %product
    %compared = OpFOrdLessThan %bool %f %f
    %copy = OpCopyObject %int %i
    OpBranch %merge
    %merge = OpLabel
"""


def dead(module: Module) -> None:
    block(module, "%dead").dead = True


@pytest.mark.parametrize("name", ["%sum", "%product", "%matrix"])
def test_decorates_a_number(name: str) -> None:
    module = module_of(BODY, globals_=GLOBALS)
    expect(
        module,
        AddRelaxedDecoration(ident(name)),
        f"OpDecorate {name} RelaxedPrecision",
        prepare=dead,
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it may be executed", AddRelaxedDecoration(ident("%live"))),
        ("a boolean", AddRelaxedDecoration(ident("%compared"))),
        ("not numeric", AddRelaxedDecoration(ident("%copy"))),
        ("a constant", AddRelaxedDecoration(ident("%int_1"))),
        ("nothing", AddRelaxedDecoration(9999)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of(BODY, globals_=GLOBALS), step, reason, dead)


def test_refuses_what_is_decorated_so() -> None:
    def prepare(module: Module) -> None:
        dead(module)
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
        )

    refuse(
        module_of(BODY, globals_=GLOBALS),
        AddRelaxedDecoration(ident("%sum")),
        "decorated so",
        prepare,
    )


def test_refuses_numbers_of_other_widths() -> None:
    globals_ = GLOBALS + "%ulong = OpTypeInt 64 0\n%one = OpConstant %ulong 1\n"
    body = BODY.replace("%copy = OpCopyObject %int %i", "%copy = OpIAdd %ulong %one %one")
    step = AddRelaxedDecoration(ident("%copy"))
    refuse(module_of(body, globals_=globals_, valid=False), step, "64 bits", dead)


test_sound = soundness(AddRelaxedDecoration)
