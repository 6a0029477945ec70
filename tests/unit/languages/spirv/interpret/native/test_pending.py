"""Which stores may follow a place, with no barrier between."""

from __future__ import annotations

from helpers.transform import flaw_of, ident, numbered

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.analysis import Analysis
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.native.pending import Pending
from aberration.languages.spirv.module import Module

TEXT = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 4 1 1
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %true = OpConstantTrue %bool
    %n0 = OpConstant %uint 0
    %n1 = OpConstant %uint 1
    %n2 = OpConstant %uint 2
    %n3 = OpConstant %uint 3
    %n4 = OpConstant %uint 4
    %n5 = OpConstant %uint 5
    %workgroup = OpConstant %uint 2
    %semantics = OpConstant %uint 0x108
    %shared_type = OpTypePointer Workgroup %uint
    %shared = OpVariable %shared_type Workgroup
    %called = OpFunction %void None %main_type
    %called_entry = OpLabel
    OpStore %shared %n0
    %in_called = OpIAdd %uint %n1 %n1
    OpReturn
    OpFunctionEnd
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %start = OpIAdd %uint %n1 %n1
    OpStore %shared %n1
    OpBranch %head
    %head = OpLabel
    %in_head = OpIAdd %uint %n1 %n1
    OpLoopMerge %after %next None
    OpBranchConditional %true %body %after
    %body = OpLabel
    OpStore %shared %n2
    %in_body = OpIAdd %uint %n1 %n1
    OpBranch %next
    %next = OpLabel
    OpStore %shared %n3
    OpBranch %head
    %after = OpLabel
    %before_call = OpIAdd %uint %n1 %n1
    %call = OpFunctionCall %void %called
    OpStore %shared %n4
    %before_barrier = OpIAdd %uint %n1 %n1
    OpControlBarrier %workgroup %workgroup %semantics
    %behind = OpIAdd %uint %n1 %n1
    OpStore %shared %n5
    %last = OpIAdd %uint %n1 %n1
    OpReturn
    OpFunctionEnd
"""


def stores_of(module: Module) -> list[Instruction]:
    blocks = [block for function in module.functions for block in function.blocks]
    return [each for block in blocks for each in block.instructions if each.op == opcodes.OpStore]


def pending() -> tuple[Module, Pending]:
    data = assemble(numbered(TEXT), (1, 3))
    assert flaw_of(data) is None, flaw_of(data)
    module = Module.parse(data)
    leaves = Leaves(module)
    found = Pending(module, leaves, Analysis(module, leaves, ident("%main")))
    stores = stores_of(module)
    assert [found.number(store, store.ops[0]) for store in stores] == [0, 1, 2, 3, 4, 5]
    return module, found


def follow(name: str) -> list[int]:
    module, found = pending()
    site = module.definition(ident(name))
    assert isinstance(site, Instruction)
    return found.after(site)


def test_what_follows_goes_round_loops_and_into_calls_and_ends_at_a_barrier() -> None:
    assert follow("%start") == [0, 1, 2, 3, 4]
    assert follow("%in_head") == [0, 2, 3, 4]
    assert follow("%in_body") == [0, 2, 3, 4]
    assert follow("%before_call") == [0, 4]
    assert follow("%before_barrier") == []
    assert follow("%behind") == [5]
    assert follow("%last") == []


def test_a_return_goes_on_behind_the_call() -> None:
    assert follow("%in_called") == [4]


def test_stores_that_get_numbers_later_are_followed_too() -> None:
    module, found = pending()
    site = module.definition(ident("%before_call"))
    assert site is not None
    fresh = Pending(module, found.leaves, found.analysis)
    assert fresh.after(site) == []
    store = stores_of(module)[4]
    fresh.number(store, store.ops[0])
    assert fresh.after(site) == [0]
