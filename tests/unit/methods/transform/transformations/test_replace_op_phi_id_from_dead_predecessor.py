from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_op_phi_id_from_dead_predecessor import (
    ReplaceOpPhiIdFromDeadPredecessor,
)

GLOBALS = "%undef = OpUndef %int\n"
BODY = """
    OpSelectionMerge %merge None
    OpBranchConditional %false %dead %live
    %dead = OpLabel
    %inner = OpIAdd %int %i %int_1
    OpBranch %merge
    %live = OpLabel
    %other = OpIAdd %int %i %int_5
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %dead %other %live
    %late = OpIAdd %int %phi %phi
"""


def dead(module: Module) -> None:
    block(module, "%dead").dead = True


def step_of(
    new: str, phi: str = "%phi", predecessor: str = "%dead"
) -> ReplaceOpPhiIdFromDeadPredecessor:
    return ReplaceOpPhiIdFromDeadPredecessor(ident(phi), ident(predecessor), ident(new))


@pytest.mark.parametrize("new", ["%inner", "%int_1", "%undef"])
def test_replaces_the_value_from_the_dead_block(new: str) -> None:
    module = module_of(BODY, globals_=GLOBALS)
    expect(module, step_of(new), f"%phi = OpPhi %int {new} %dead %other %live", prepare=dead)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the predecessor is live", step_of("%int_1", predecessor="%live")),
        ("no predecessor", step_of("%int_1", predecessor="%entry")),
        ("no block", step_of("%int_1", predecessor="%i")),
        ("no OpPhi", step_of("%int_1", phi="%late")),
        ("nothing", step_of("%int_1", phi="%nowhere")),
        ("another type", step_of("%f")),
        ("it has it already", step_of("%i")),
        ("it is not available there", step_of("%other")),
        ("it comes later", step_of("%late")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of(BODY, globals_=GLOBALS), step, reason, dead)


def test_refuses_a_dead_block_that_is_no_predecessor() -> None:
    def prepare(module: Module) -> None:
        block(module, "%entry").dead = True

    refuse(
        module_of(BODY, globals_=GLOBALS),
        step_of("%int_1", predecessor="%entry"),
        "not in the OpPhi",
        prepare,
    )


test_sound = soundness(ReplaceOpPhiIdFromDeadPredecessor)
