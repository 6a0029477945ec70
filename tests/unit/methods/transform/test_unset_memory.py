"""What is read before it is written must not decide where control goes, where an address leads, or
what others give.

A reviewer made two variants of programs that read unset variables, and never used what they read,
in which a branch and an index hung on such a value. Each step is refused where the variable is
unset, and applies where it has a value.
"""

from __future__ import annotations

import pytest
from helpers.live_code import condition
from helpers.transform import at, ident, module_of

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.access_chain import AccessChain
from aberration.methods.transform.transformations.add_copy_memory import AddCopyMemory
from aberration.methods.transform.transformations.add_divergent_branch import (
    AddDivergentBranch,
    Side,
)
from aberration.methods.transform.transformations.add_false_block import AddFalseBlock
from aberration.methods.transform.transformations.add_parameter import AddParameter
from aberration.methods.transform.transformations.equation_instruction import EquationInstruction
from aberration.methods.transform.transformations.function_call import FunctionCall
from aberration.methods.transform.transformations.load import Load
from aberration.methods.transform.transformations.replace_irrelevant_id import ReplaceIrrelevantId
from aberration.methods.transform.transformations.replace_op_select_with_conditional_branch import (
    ReplaceOpSelectWithConditionalBranch,
)
from aberration.methods.transform.transformations.store import Store

GLOBALS = """
    %uint_4 = OpConstant %uint 4
    %uint_3_int = OpConstant %int 3
    %row = OpTypeArray %int %uint_4
    %local_row = OpTypePointer Function %row
    %int_to_int = OpTypeFunction %int %int
    %to_int = OpTypeFunction %int
    %some_int = OpConstant %int 77
"""
FUNCTIONS = """
    %same = OpFunction %int None %int_to_int
    %given = OpFunctionParameter %int
    %same_entry = OpLabel
    OpReturnValue %given
    OpFunctionEnd
    %seven = OpFunction %int None %to_int
    %seven_entry = OpLabel
    OpReturnValue %int_5
    OpFunctionEnd
"""
BODY = """
    %x = OpVariable %local_int Function{}
    %row_of_it = OpVariable %local_row Function
    %own = OpVariable %local_int Function %int_0
    %read = OpLoad %int %x
    %is_small = OpSLessThan %bool %read %int_5
    %seven_times = OpFunctionCall %int %seven
    %mixed = OpIAdd %int %i %some_int
    OpBranch %second
    %second = OpLabel
    %chosen = OpSelect %int %is_small %int_0 %i
    OpBranch %third
    %third = OpLabel
    %last = OpIAdd %int %i %chosen
"""
STEPS: dict[str, Transformation] = {
    "a branch in place of a selection": ReplaceOpSelectWithConditionalBranch(
        ident("%chosen"), 20, 21
    ),
    "a branch to two blocks": AddDivergentBranch(
        ident("%second"), ident("%is_small"), ident("%i"), Side(20), Side(21), 22, 23
    ),
    "a condition that is known": AddFalseBlock(
        20, ident("%second"), condition(o.OpSGreaterThan, ("%read", -2, 4), 5)
    ),
    "an index": AccessChain(
        20, ident("%row_of_it"), (ident("%read"),), at("%last"), ((21, 22, 23),)
    ),
    "an argument": FunctionCall(20, ident("%same"), (ident("%read"),), at("%last")),
    "a new parameter's argument": AddParameter(
        20, ident("%seven"), ident("%int"), ((ident("%seven_times"), ident("%read")),)
    ),
    "a sum that is taken off later": EquationInstruction(
        20, o.OpIAdd, (ident("%i"), ident("%read")), at("%last")
    ),
    "memory that functions read": Store(ident("%own"), ident("%read"), at("%last")),
    "a value that does not matter": ReplaceIrrelevantId(
        Use(ident("%some_int"), at("%mixed"), 1), ident("%read")
    ),
    "a copy of the memory": AddCopyMemory(ident("%x"), 20, 7, ident("%int_0"), at("%last")),
    "another read": Load(20, ident("%x"), at("%last")),
}


def program(initializer: str) -> Module:
    module = module_of(BODY.format(initializer), globals_=GLOBALS, functions=FUNCTIONS)
    module.facts.add_pointee_irrelevant(ident("%own"))
    module.facts.add_irrelevant(ident("%some_int"))
    module.facts.add_livesafe(ident("%same"))
    module.facts.ranges.add(ident("%read"), -2, 4)
    return module


@pytest.mark.parametrize("name", STEPS)
def test_nothing_hangs_on_a_variable_that_was_never_written(name: str) -> None:
    assert not STEPS[name].is_applicable(program(""))
    module = program(" %int_5")
    assert STEPS[name].is_applicable(module)
    STEPS[name].apply(module)
    assert contradictions(module) == []
