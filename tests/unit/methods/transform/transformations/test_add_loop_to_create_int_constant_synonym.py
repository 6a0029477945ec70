from __future__ import annotations

import msgspec
import pytest
from helpers.functions import block
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.loop_depth import loops_around
from aberration.methods.transform.transformations.add_loop_to_create_int_constant_synonym import (
    AddLoopToCreateIntConstantSynonym as AddLoop,
)

GLOBALS = """
    %int_2 = OpConstant %int 2
    %int_8 = OpConstant %int 8
    %int_11 = OpConstant %int 11
    %uint_2 = OpConstant %uint 2
    %most = OpConstant %uint 4294967295
    %int_3 = OpConstant %int 3
    %int_16 = OpConstant %int 16
    %pair = OpConstantComposite %v2int %int_5 %int_1
    %pair_of_steps = OpConstantComposite %v2int %int_2 %int_5
    %pair_of_starts = OpConstantComposite %v2int %int_11 %int_16
    %unset = OpConstantNull %int
    %three_constants = OpSpecConstant %int 3
"""
BODY = """
    %local = OpVariable %local_int Function
    OpSelectionMerge %end None
    OpBranchConditional %condition %then %end
    %then = OpLabel
    %phi = OpPhi %int %i %entry
    OpStore %local %phi
    OpBranch %onward
    %onward = OpLabel
    OpStore %local %i
    OpBranch %end
    %end = OpLabel
    %after = OpPhi %int %int_0 %entry %int_1 %onward
    OpBranch %header
    %header = OpLabel
    %n = OpPhi %int %int_0 %end %more %again
    OpLoopMerge %rest %continue None
    OpBranch %body
    %body = OpLabel
    OpStore %local %n
    OpBranch %continue
    %continue = OpLabel
    %more = OpIAdd %int %n %int_1
    OpBranch %again
    %again = OpLabel
    %less = OpSLessThan %bool %more %int_5
    OpBranchConditional %less %header %rest
    %rest = OpLabel
    OpStore %local %after
"""


def given() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def loop(
    name: str, steps: tuple[int, ...], iterations: int, before: str, additional: int = 0
) -> AddLoop:
    return AddLoop(
        ident(name), steps, iterations, ident(before), 20, 21, 22, 23, 24, 25, 26, additional
    )


ONE_BLOCK = loop("%int_5", (2,), 3, "%then")


def test_a_loop_of_one_block_counts_down_to_the_constant() -> None:
    lines = """
    OpBranchConditional %condition %21 %end
    %21 = OpLabel
    %22 = OpPhi %int %int_0 %entry %24 %21
    %23 = OpPhi %int %int_11 %entry %25 %21
    %25 = OpISub %int %23 %int_2
    %24 = OpIAdd %int %22 %int_1
    %26 = OpSLessThan %bool %24 %int_3
    OpLoopMerge %then %21 None
    OpBranchConditional %26 %21 %then
    %then = OpLabel
    %20 = OpPhi %int %25 %21
    %phi = OpPhi %int %i %21
    """
    module = expect(given(), ONE_BLOCK, lines)
    assert module.facts.synonymous(20, ident("%int_5"))


def test_a_loop_of_two_blocks_has_a_continue_target_of_its_own() -> None:
    lines = """
    OpBranch %21
    %21 = OpLabel
    %22 = OpPhi %int %int_0 %then %24 %27
    %23 = OpPhi %int %int_11 %then %25 %27
    OpLoopMerge %onward %27 None
    OpBranch %27
    %27 = OpLabel
    %25 = OpISub %int %23 %int_2
    %24 = OpIAdd %int %22 %int_1
    %26 = OpSLessThan %bool %24 %int_3
    OpBranchConditional %26 %21 %onward
    %onward = OpLabel
    %20 = OpPhi %int %25 %27
    """
    expect(given(), loop("%int_5", (2,), 3, "%onward", 27), lines)


def test_numbers_wrap_around() -> None:
    step = loop("%uint_0", (0xFFFFFFFF,), 1, "%body")
    expect(given(), step, "%23 = OpPhi %uint %most %header %25 %21", "%25 = OpISub %uint %23 %most")


def test_vectors_count_in_each_component() -> None:
    step = loop("%pair", (2, 5), 3, "%then")
    module = expect(
        given(),
        step,
        "%23 = OpPhi %v2int %pair_of_starts %entry %25 %21",
        "%20 = OpPhi %v2int %25 %21",
    )
    assert module.facts.synonymous(20, ident("%pair"))


def test_a_switch_keeps_its_literals() -> None:
    body = """
    OpSelectionMerge %end None
    OpSwitch %i %end 5 %then 7 %then
    %then = OpLabel
    OpBranch %end
    %end = OpLabel
    """
    literal = ident("%then")
    body = body.replace("7 %then", f"{literal} %then")
    module = module_of(body, globals_=GLOBALS)
    expect(module, loop("%int_5", (2,), 3, "%then"), f"OpSwitch %i %end 5 %21 {literal} %21")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a merge block", loop("%int_5", (2,), 3, "%end")),
        ("a loop header", loop("%int_5", (2,), 3, "%header")),
        ("a continue target", loop("%int_5", (2,), 3, "%continue")),
        ("in a continue construct", loop("%int_5", (2,), 3, "%again")),
        ("no predecessor", loop("%int_5", (2,), 3, "%entry")),
        ("no block", loop("%int_5", (2,), 3, "%i")),
        ("no iteration", loop("%int_5", (2,), 0, "%then")),
        ("too many", loop("%int_5", (0,), 33, "%then")),
        ("no constant to start with", loop("%int_5", (2,), 2, "%then")),
        ("no constant for the step", loop("%int_1", (7,), 1, "%then")),
        ("no constant for the iterations", loop("%int_5", (0,), 7, "%then")),
        ("no integer", loop("%float_1", (0,), 1, "%then")),
        ("no constant", loop("%i", (0,), 1, "%then")),
        ("a null", loop("%unset", (0,), 1, "%then")),
        ("its value is not known", loop("%three_constants", (0,), 1, "%then")),
        ("one step is missing", loop("%pair", (2,), 3, "%then")),
        ("a negative step", loop("%int_5", (-2,), 3, "%then")),
        ("it is not there", loop("%nowhere", (2,), 3, "%then")),
        ("an id twice", msgspec.structs.replace(ONE_BLOCK, condition=21)),
        ("an id in use", msgspec.structs.replace(ONE_BLOCK, additional=ident("%i"))),
    ],
)
def test_refuses(reason: str, step: AddLoop) -> None:
    refuse(given(), step, reason)


def test_refuses_irrelevant_constants() -> None:
    for name in ("%int_5", "%int_11", "%int_2", "%int_3", "%int_0", "%int_1"):

        def prepare(module: Module, name: str = name) -> None:
            module.facts.add_irrelevant(ident(name))

        refuse(given(), ONE_BLOCK, name, prepare)


def test_refuses_a_dead_block_and_a_decorated_constant() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%int_5"), Decoration.RELAXED_PRECISION])
        )

    refuse(given(), ONE_BLOCK, "nothing is known in a dead block", dead)
    refuse(given(), ONE_BLOCK, "decorated", decorated)


def test_an_unreachable_block_is_refused() -> None:
    body = """
    OpReturn
    %first = OpLabel
    OpBranch %second
    %second = OpLabel
    """
    refuse(module_of(body, globals_=GLOBALS), loop("%int_5", (2,), 3, "%second"), "unreachable")


def test_loops_around_are_counted_through_calls() -> None:
    functions = """
    %called = OpFunction %void None %main_type
    %start = OpLabel
    OpReturn
    OpFunctionEnd
    """
    body = BODY.replace("OpStore %local %n", "%call = OpFunctionCall %void %called")
    module = module_of(body, globals_=GLOBALS, functions=functions)
    assert loops_around(module, block_of(module, "%body")) == 1
    assert loops_around(module, block_of(module, "%start")) == 1
    assert loops_around(module, block_of(module, "%then")) == 0


test_sound = soundness(AddLoop)
