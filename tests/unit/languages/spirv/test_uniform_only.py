from __future__ import annotations

import pytest
from helpers.grouped import grouped
from helpers.transform import block_of, module_of

from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.uniform_only import (
    UNIFORM_ONLY,
    has_choices_in_subgroups,
    needs_uniform_control_flow,
)

FUNCTIONS = """
    %outer = OpFunction %void None %main_type
    %outer_entry = OpLabel
    %nothing = OpFunctionCall %void %inner
    OpReturn
    OpFunctionEnd
    %inner = OpFunction %void None %main_type
    %inner_entry = OpLabel
    %g = OpLoad %float %in_float
    %slope = OpFwidth %float %g
    OpReturn
    OpFunctionEnd
"""
CALL = """
    OpBranch %next
    %next = OpLabel
    %call = OpFunctionCall %void %outer
"""


def test_an_instruction_counts_where_it_is() -> None:
    module = module_of("OpBranch %next\n%next = OpLabel\n%slope = OpDPdx %float %f")
    assert needs_uniform_control_flow(module, [block_of(module, "%next")])
    assert not needs_uniform_control_flow(module, [block_of(module, "%entry")])


def test_calls_count_through_other_calls() -> None:
    module = module_of(CALL, functions=FUNCTIONS)
    assert needs_uniform_control_flow(
        module, [block_of(module, "%entry"), block_of(module, "%next")]
    )
    assert not needs_uniform_control_flow(module, [block_of(module, "%entry")])


def test_other_calls_do_not_count() -> None:
    module = module_of(
        f"%rise = OpDPdx %float %f\n{CALL}", functions=FUNCTIONS.replace("OpFwidth", "OpFNegate")
    )
    assert not needs_uniform_control_flow(module, [block_of(module, "%next")])


@pytest.mark.parametrize(
    "name",
    [
        *(
            "OpControlBarrier",
            "OpMemoryBarrier",
            "OpDPdyCoarse",
            "OpFwidthFine",
            "OpImageSampleImplicitLod",
        ),
        *("OpImageSampleProjDrefImplicitLod", "OpImageSparseSampleImplicitLod", "OpImageQueryLod"),
        *("OpGroupNonUniformElect", "OpSubgroupBallotKHR", "OpGroupAll"),
    ],
)
def test_what_needs_all_invocations(name: str) -> None:
    assert name in [NAME[op] for op in UNIFORM_ONLY]


def test_what_does_not() -> None:
    names = [NAME[op] for op in UNIFORM_ONLY]
    for name in (
        "OpImageSampleExplicitLod",
        "OpImageFetch",
        "OpFunctionCall",
        "OpGroupDecorate",
        "OpAtomicIAdd",
    ):
        assert name not in names


@pytest.mark.parametrize(
    ("line", "chooses"),
    [
        ("%r = OpGroupNonUniformElect %bool %u3", True),
        (
            "%v = OpGroupNonUniformBallot %v4uint %u3 %true\n"
            "%r = OpGroupNonUniformInverseBallot %bool %u3 %v",
            True,
        ),
        ("%r = OpGroupNonUniformAll %bool %u3 %true", False),
    ],
)
def test_what_tells_one_of_a_subgroup_from_others(line: str, chooses: bool) -> None:
    module = Module.parse(grouped(line))
    assert has_choices_in_subgroups(module) is chooses
