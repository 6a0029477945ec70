from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_no_contraction_decoration import (
    AddNoContractionDecoration,
)

BODY = """
    %sum = OpIAdd %int %i %i
    %product = OpFMul %float %f %f
    %copy = OpCopyObject %int %i
    OpSelectionMerge %merge None
    OpBranchConditional %false %dead %merge
    %dead = OpLabel
    %square = OpFMul %float %f %f
    OpBranch %merge
    %merge = OpLabel
"""


def dead(module: Module) -> None:
    block(module, "%dead").dead = True


@pytest.mark.parametrize("name", ["%sum", "%square"])
def test_decorates_what_stays_the_same(name: str) -> None:
    expect(
        BODY,
        AddNoContractionDecoration(ident(name)),
        f"OpDecorate {name} NoContraction",
        prepare=dead,
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the reference may be contracted", AddNoContractionDecoration(ident("%product"))),
        ("no arithmetic", AddNoContractionDecoration(ident("%copy"))),
        ("a constant", AddNoContractionDecoration(ident("%int_1"))),
        ("nothing", AddNoContractionDecoration(9999)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason, dead)


def test_refuses_what_is_decorated_so() -> None:
    def prepare(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%sum"), Decoration.NO_CONTRACTION])
        )

    refuse(BODY, AddNoContractionDecoration(ident("%sum")), "decorated so", prepare)


test_sound = soundness(AddNoContractionDecoration)
