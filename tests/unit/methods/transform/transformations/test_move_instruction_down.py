from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_instruction_down import MoveInstructionDown

GLOBALS = """
    %uint_1 = OpConstant %uint 1
    %uint_72 = OpConstant %uint 72
    %private_int = OpTypePointer Private %int
    %global = OpVariable %private_int Private
    %block_type = OpTypeStruct %int
    %block_pointer = OpTypePointer StorageBuffer %block_type
    %member_pointer = OpTypePointer StorageBuffer %int
    %one_block = OpVariable %block_pointer StorageBuffer
    %other_block = OpVariable %block_pointer StorageBuffer
    %of_pointer = OpTypeFunction %void %private_int
"""
CALLEE = """
    %callee = OpFunction %void None %of_pointer
    %parameter = OpFunctionParameter %private_int
    %start = OpLabel
    %from_parameter = OpLoad %int %parameter
    OpStore %global %from_parameter
    OpReturn
    OpFunctionEnd
"""
BODY = """
    %local = OpVariable %local_int Function
    %other = OpVariable %local_int Function
    %first = OpIAdd %int %i %int_1
    %second = OpIAdd %int %i %int_5
    %third = OpIMul %int %second %second
    OpStore %local %first
    OpStore %other %second
    %read = OpLoad %int %local
    %again = OpLoad %int %local
    OpStore %local %int_5
    OpCopyMemory %other %local
    %loud = OpLoad %int %local Volatile
    %loudly = OpLoad %int %local Volatile
    %before = OpISub %int %i %int_1
    OpMemoryBarrier %uint_1 %uint_72
    %one = OpAccessChain %member_pointer %one_block %int_0
    %two = OpAccessChain %member_pointer %other_block %int_0
    OpStore %one %int_1
    OpStore %two %int_5
    %called = OpFunctionCall %void %callee %global
    %last = OpIAdd %int %i %i
"""


def the_module() -> Module:
    """Return the module; its two blocks are storage buffers."""
    module = module_of(BODY, globals_=GLOBALS, functions=CALLEE, valid=False)
    block_type, offset = ident("%block_type"), Decoration.OFFSET
    module.add_decoration(Instruction(OpDecorate, 0, 0, [block_type, Decoration.BLOCK]))
    module.add_decoration(Instruction(OpMemberDecorate, 0, 0, [block_type, 0, offset, 0]))
    for binding, name in enumerate(("%one_block", "%other_block")):
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.DESCRIPTOR_SET, 0])
        )
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.BINDING, binding])
        )
    return module


def move(name: str, opcode: str = "", skip: int = 0) -> MoveInstructionDown:
    return MoveInstructionDown(at(name, opcode, skip))


@pytest.mark.parametrize(
    ("step", "lines"),
    [
        (move("%first"), "%second = OpIAdd %int %i %int_5\n%first = OpIAdd %int %i %int_1"),
        (move("%third"), "OpStore %local %first\n%third = OpIMul %int %second %second"),
        (move("%third", "OpStore"), "OpStore %other %second\nOpStore %local %first"),
        (move("%third", "OpStore", 1), "%read = OpLoad %int %local\nOpStore %other %second"),
        (move("%read"), "%again = OpLoad %int %local\n%read = OpLoad %int %local"),
        (move("%before"), "OpMemoryBarrier %uint_1 %uint_72\n%before = OpISub %int %i %int_1"),
        (
            move("%before", "OpMemoryBarrier"),
            (
                "%one = OpAccessChain %member_pointer %one_block %int_0\n"
                "OpMemoryBarrier %uint_1 %uint_72"
            ),
        ),
    ],
)
def test_neighbours_change_places(step: Transformation, lines: str) -> None:
    expect(the_module(), step, lines)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the next one uses its result", move("%second")),
        ("a read does not pass a write to the same memory", move("%again")),
        ("nor a write a read", move("%third", "OpStore", 2)),
        ("a volatile access stays", move("%loud")),
        ("the buffers may be one", move("%two", "OpStore")),
        ("a write does not pass a call", move("%two", "OpStore", 1)),
        ("a call stays", move("%called")),
        ("nothing follows that may move", move("%last")),
        ("the last one", move("%last", "OpReturn")),
        ("variables stay", move("%local")),
        ("the parameter may lead to the variable", move("%from_parameter")),
        ("a label", move("%start")),
        ("a constant", move("%int_1")),
        ("nothing", move("%nowhere")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(the_module(), step, reason)


def test_nothing_passes_a_merge_instruction_or_an_op_phi() -> None:
    body = """
    %sum = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %entry %i %then
    %more = OpIAdd %int %i %i
    """
    for step in (move("%sum"), move("%sum", "OpSelectionMerge"), move("%phi")):
        refuse(body, step, "it has its place")


def test_an_access_does_not_pass_a_barrier() -> None:
    body = (
        "OpMemoryBarrier %uint_1 %uint_72\n%read = OpLoad %int %in_int\n"
        "OpMemoryBarrier %uint_1 %uint_72"
    )
    globals_ = "%uint_1 = OpConstant %uint 1\n%uint_72 = OpConstant %uint 72\n"
    refuse(
        module_of(body, globals_=globals_),
        move("%condition", "OpMemoryBarrier"),
        "it orders the load",
    )
    refuse(module_of(body, globals_=globals_), move("%read"), "it orders the load")


test_sound = soundness(MoveInstructionDown)
