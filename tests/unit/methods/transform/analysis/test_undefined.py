from __future__ import annotations

import pytest
from helpers.transform import ident, module_of, the

from aberration.methods.transform.analysis.undefined import (
    MOST,
    is_defined_condition,
    is_initialised,
    may_depend_on_undefined,
)

BODY = """
    %undefined = OpUndef %int
    %defined = OpIAdd %int %i %int_1
    %mixed = OpIAdd %int %defined %undefined
    %compared = OpSLessThan %bool %mixed %int_5
    %vector = OpCompositeConstruct %v2float %f %float_1
    %shuffled = OpVectorShuffle %v2float %vector %vector 0 4294967295
    %whole = OpVectorShuffle %v2float %vector %vector 0 3
    %part = OpCompositeExtract %float %shuffled 0
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %header
    %garbage = OpPhi %int %int_0 %entry %mixed %header
    %next = OpIAdd %int %counter %int_1
    OpLoopMerge %after %header None
    OpBranchConditional %condition %header %after
    %after = OpLabel
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("%undefined", True),
        ("%mixed", True),
        ("%compared", True),
        ("%part", True),
        ("%garbage", True),
        ("%nothing_of_this_name", True),
        ("%defined", False),
        ("%whole", False),
        ("%condition", False),
        ("%next", False),
        ("%int_5", False),
    ],
)
def test_what_is_computed_from_undefined_values(name: str, expected: bool) -> None:
    assert may_depend_on_undefined(module_of(BODY), ident(name)) is expected


def test_gives_up_on_long_computations() -> None:
    links = [f"%link_{n + 1} = OpIAdd %int %link_{n} %link_{n}" for n in range(MOST + 8)]
    module = module_of("\n".join(["%link_0 = OpCopyObject %int %i", *links]))
    assert may_depend_on_undefined(module, ident(f"%link_{MOST + 8}"))
    assert not may_depend_on_undefined(module, ident("%link_20"))


@pytest.mark.parametrize(
    ("name", "before", "expected"),
    [
        ("%condition", "%next", True),
        ("%early", "%next", True),
        ("%early", "%early", False),
        ("%late", "%late", False),
        ("%compared", "%next", False),
        ("%i", "%next", False),
        ("%nothing_of_this_name", "%next", False),
    ],
)
def test_a_condition_is_a_boolean_that_is_there_and_defined(
    name: str, before: str, expected: bool
) -> None:
    early, late = "%early = OpSLessThan %bool %i %int_5", "%late = OpSLessThan %bool %next %int_5"
    body = BODY.replace("OpBranch %header", f"{early}\nOpBranch %header").replace(
        "%after = OpLabel", f"%after = OpLabel\n{late}"
    )
    module = module_of(body)
    assert is_defined_condition(module, ident(name), the(module, before)) is expected


GLOBALS = """
    %pair = OpTypeStruct %int %int
    %local_pair = OpTypePointer Function %pair
    %private_int = OpTypePointer Private %int
    %shared = OpVariable %private_int Private
    %int_to_int = OpTypeFunction %int %int
    %by_pointer = OpTypeFunction %int %local_int
"""
FUNCTIONS = """
    %give_back = OpFunction %int None %int_to_int
    %given = OpFunctionParameter %int
    %give_back_entry = OpLabel
    %one_more = OpIAdd %int %given %int_1
    OpReturnValue %one_more
    OpFunctionEnd
    %read_it = OpFunction %int None %by_pointer
    %behind = OpFunctionParameter %local_int
    %read_it_entry = OpLabel
    %what_is_there = OpLoad %int %behind
    %of_shared = OpLoad %int %shared
    OpReturnValue %what_is_there
    OpFunctionEnd
"""
MEMORY = """
    %never = OpVariable %local_int Function
    %given_first = OpVariable %local_int Function %int_5
    %sides = OpVariable %local_int Function
    %one_side = OpVariable %local_int Function
    %counter = OpVariable %local_int Function
    %fed = OpVariable %local_int Function
    %parts = OpVariable %local_pair Function
    %copied = OpVariable %local_int Function
    %unset = OpLoad %int %never
    %from_initializer = OpLoad %int %given_first
    OpStore %fed %int_1
    %before_it_is_fed = OpLoad %int %fed
    OpStore %fed %unset
    %first = OpAccessChain %local_int %parts %int_0
    %second = OpAccessChain %local_int %parts %int_1
    OpStore %first %i
    %of_first = OpLoad %int %first
    %of_second = OpLoad %int %second
    %of_both = OpLoad %pair %parts
    OpCopyMemory %copied %given_first
    %of_copy = OpLoad %int %copied
    OpStore %counter %int_0
    OpStore %shared %i
    OpSelectionMerge %joined None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpStore %sides %int_1
    OpStore %one_side %int_1
    OpBranch %joined
    %right = OpLabel
    OpStore %sides %i
    OpBranch %joined
    %joined = OpLabel
    %on_both = OpLoad %int %sides
    %on_one = OpLoad %int %one_side
    OpBranch %header
    %header = OpLabel
    %count = OpLoad %int %counter
    %next = OpIAdd %int %count %int_1
    OpStore %counter %next
    %again = OpSLessThan %bool %next %int_5
    OpLoopMerge %after %header None
    OpBranchConditional %again %header %after
    %after = OpLabel
    %sum = OpFunctionCall %int %give_back %count
    %bad_sum = OpFunctionCall %int %read_it %never
    %good_sum = OpFunctionCall %int %read_it %given_first
    %is_small = OpSLessThan %bool %unset %int_5
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("%unset", True),
        ("%is_small", True),
        ("%from_initializer", False),
        ("%before_it_is_fed", True),  # what is stored later counts for every read
        ("%of_first", False),
        ("%of_second", True),
        ("%of_both", True),
        ("%of_copy", False),
        ("%on_both", False),
        ("%on_one", True),
        ("%count", False),
        ("%again", False),
        ("%sum", False),
        ("%one_more", False),
        ("%what_is_there", True),
        ("%bad_sum", True),
        ("%of_shared", False),
    ],
)
def test_memory_that_was_never_written_is_undefined(name: str, expected: bool) -> None:
    module = module_of(MEMORY, globals_=GLOBALS, functions=FUNCTIONS)
    assert may_depend_on_undefined(module, ident(name)) is expected


def test_what_a_call_in_a_dead_block_passes_does_not_count() -> None:
    call = "%bad_sum = OpFunctionCall %int %read_it %never"
    body = MEMORY.replace(call, "").replace(
        "%after = OpLabel",
        f"""%after = OpLabel
        OpSelectionMerge %later None
        OpBranchConditional %condition %unlikely %later
        %unlikely = OpLabel
        {call}
        OpBranch %later
        %later = OpLabel
        """,
    )
    module = module_of(body, globals_=GLOBALS, functions=FUNCTIONS)
    assert may_depend_on_undefined(module, ident("%what_is_there"))
    unlikely = module.block(ident("%unlikely"))
    assert unlikely is not None
    unlikely.dead = True
    assert not may_depend_on_undefined(module, ident("%what_is_there"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("%never", False),
        ("%given_first", True),
        ("%sides", True),
        ("%one_side", False),
        ("%parts", False),
    ],
)
def test_a_variable_is_initialised_when_all_ways_write_all_of_it(name: str, expected: bool) -> None:
    module = module_of(MEMORY, globals_=GLOBALS, functions=FUNCTIONS)
    variable = module.definition(ident(name))
    assert variable is not None
    assert is_initialised(module, variable, the(module, "%sum")) is expected


def test_memory_that_the_host_fills_is_defined() -> None:
    module = module_of("%x = OpIAdd %int %i %i")
    variable = module.definition(ident("%in_int"))
    assert variable is not None
    assert is_initialised(module, variable, the(module, "%x"))
    assert not may_depend_on_undefined(module, ident("%i"))
