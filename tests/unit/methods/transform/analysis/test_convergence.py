from __future__ import annotations

import pytest
from helpers.transform import block_of, ident, module_of
from helpers.workgroup import workgroup_module

from aberration.methods.transform.analysis.convergence import (
    has_barrier,
    is_compute,
    is_convergent,
    is_shared_value,
)

BODY = """
    %constant_sum = OpIAdd %uint %uint_1 %uint_2
    %group_y_at = OpAccessChain %uint_input %group_id %uint_1
    %group_y = OpLoad %uint %group_y_at
    %mixed = OpBitwiseXor %uint %group_y %setting
    %tainted = OpIAdd %uint %mixed %x
    OpBranch %next
    %next = OpLabel
    %joined = OpPhi %uint %uint_1 %entry
    OpControlBarrier {scope} %uint_2 %uint_264
    OpBranch %after
    %after = OpLabel
"""
SWITCH = """
    OpSelectionMerge %merge None
    OpSwitch %gx %merge 1 %one 2 %two
    %one = OpLabel
    OpBranch %merge
    %two = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
FALLS_BEHIND = """
    OpSelectionMerge %merge None
    OpBranchConditional %shared %then %merge
    %then = OpLabel
    OpSelectionMerge %inner_merge None
    OpBranchConditional %varying %inner %inner_merge
    %inner = OpLabel
    OpReturn
    %inner_merge = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
SUBGROUP = "%uint_3 = OpConstant %uint 3"


@pytest.mark.parametrize(
    "name", ["%uint_1", "%constant_sum", "%group_y", "%setting", "%mixed", "%shared"]
)
def test_values_that_are_the_same_for_all(name: str) -> None:
    assert is_shared_value(workgroup_module(BODY.format(scope="%uint_2")), ident(name))


@pytest.mark.parametrize(
    "name", ["%x", "%word", "%tainted", "%varying", "%joined", "%buffer", "%local_id", "%main"]
)
def test_values_that_differ_or_may(name: str) -> None:
    assert not is_shared_value(workgroup_module(BODY.format(scope="%uint_2")), ident(name))


def test_a_value_made_of_too_many_is_not_looked_through() -> None:
    lines = [
        f"%chain_{k} = OpIAdd %uint %{'gx' if k == 0 else f'chain_{k - 1}'} %uint_1"
        for k in range(20)
    ]
    module = workgroup_module("\n".join(lines))
    assert is_shared_value(module, ident("%chain_1"))
    assert not is_shared_value(module, ident("%chain_19"))


def test_only_the_whole_workgroup_waits_together() -> None:
    module = workgroup_module(BODY.format(scope="%uint_2"))
    assert has_barrier(module, block_of(module, "%next"))
    assert not has_barrier(module, block_of(module, "%after"))
    module = workgroup_module(
        BODY.format(scope="%uint_3"), globals_=SUBGROUP, capabilities="OpCapability GroupNonUniform"
    )
    assert not has_barrier(module, block_of(module, "%next"))


def test_blocks_in_a_row_and_after_a_switch() -> None:
    module = workgroup_module(BODY.format(scope="%uint_2"))
    assert all(
        is_convergent(module, block_of(module, name)) for name in ("%entry", "%next", "%after")
    )
    module = workgroup_module(SWITCH)
    assert is_convergent(module, block_of(module, "%merge"))
    assert not is_convergent(module, block_of(module, "%one"))


def test_a_return_in_a_side_leaves_the_rest_behind() -> None:
    module = workgroup_module(FALLS_BEHIND)
    found = {
        name: is_convergent(module, block_of(module, name))
        for name in ("%entry", "%inner_merge", "%merge")
    }
    assert found == {"%entry": True, "%inner_merge": False, "%merge": False}


def test_what_cannot_be_reached_is_left_out() -> None:
    module = workgroup_module("OpReturn\n%beyond = OpLabel")
    assert not is_convergent(module, block_of(module, "%beyond"))


def test_compute_shaders() -> None:
    assert is_compute(workgroup_module(""))
    assert not is_compute(module_of(""))
