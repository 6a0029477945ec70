"""Small modules with numbered ids, for tests of the module itself."""

from __future__ import annotations

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module

HEAD = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %1 "main"
    OpExecutionMode %1 OriginUpperLeft
    OpName %1 "main"
    {annotations}
    %2 = OpTypeVoid
    %3 = OpTypeFunction %2
    %4 = OpTypeBool
    %5 = OpTypeInt 32 1
    %6 = OpTypeInt 32 0
    %7 = OpTypeFloat 32
    %8 = OpConstantTrue %4
    %9 = OpConstantFalse %4
    %10 = OpConstant %5 0
    %11 = OpConstant %5 1
    %12 = OpTypePointer Function %5
    {globals_}
    %1 = OpFunction %2 None %3
"""

DIAMOND = """
    %20 = OpLabel
    %21 = OpIAdd %5 %10 %11
          OpSelectionMerge %26 None
          OpBranchConditional %8 %22 %24
    %22 = OpLabel
    %23 = OpIAdd %5 %21 %11
          OpBranch %26
    %24 = OpLabel
    %25 = OpIMul %5 %21 %21
          OpBranch %26
    %26 = OpLabel
    %27 = OpPhi %5 %23 %22 %25 %24
    %28 = OpISub %5 %27 %21
          OpReturn
"""

LOOP = """
    %20 = OpLabel
          OpBranch %21
    %21 = OpLabel
    %22 = OpPhi %5 %10 %20 %29 %28
          OpLoopMerge %30 %28 None
          OpBranch %23
    %23 = OpLabel
    %24 = OpSLessThan %4 %22 %11
          OpSelectionMerge %27 None
          OpBranchConditional %24 %25 %26
    %25 = OpLabel
          OpBranch %30
    %26 = OpLabel
          OpSelectionMerge %33 None
          OpSwitch %22 %33 1 %32
    %32 = OpLabel
          OpBranch %33
    %33 = OpLabel
          OpBranch %27
    %27 = OpLabel
          OpBranch %28
    %28 = OpLabel
    %29 = OpIAdd %5 %22 %11
          OpBranchConditional %8 %21 %30
    %30 = OpLabel
          OpReturn
"""
CALLS = """
    %60 = OpFunction %2 None %3
    %61 = OpLabel
    %62 = OpFunctionCall %2 %70
    %63 = OpFunctionCall %2 %70
          OpReturn
          OpFunctionEnd
    %70 = OpFunction %2 None %3
    %71 = OpLabel
    %72 = OpFunctionCall %2 %80
          OpReturn
          OpFunctionEnd
    %80 = OpFunction %2 None %3
    %81 = OpLabel
          OpReturn
          OpFunctionEnd
"""


def small_bytes(
    body: str, *, annotations: str = "", globals_: str = "", functions: str = ""
) -> bytes:
    """Return a fragment shader whose main function has the blocks in `body`."""
    head = HEAD.format(annotations=annotations, globals_=globals_)
    return assemble(f"{head}{body}\nOpFunctionEnd\n{functions}")


def small(body: str, *, annotations: str = "", globals_: str = "", functions: str = "") -> Module:
    """Return the same, parsed."""
    return Module.parse(
        small_bytes(body, annotations=annotations, globals_=globals_, functions=functions)
    )


def block_of(module: Module, label_id: int) -> Block:
    found = module.block(label_id)
    assert found is not None
    return found


def definition_of(module: Module, result_id: int) -> Instruction:
    found = module.definition(result_id)
    assert found is not None
    return found


def graph(successors: list[list[int]]) -> tuple[Module, list[Block]]:
    """Return a module whose main function has the given control-flow graph (node 0 the entry, its
    successors at most two each), and the blocks by node.
    """
    module = small("%20 = OpLabel\nOpReturn")
    old = module.functions[0]
    function = Function(Instruction(opcodes.OpFunction, 2, module.fresh_id(), [0, 3]), [], [])
    labels = [module.fresh_id() for _ in successors]
    for label, following in zip(labels, successors, strict=True):
        function.blocks.append(
            new_block(function, label, [_terminator([labels[i] for i in following])])
        )
    module.add_function(function)
    assert old in module.functions
    return module, list(function.blocks)


def _terminator(targets: list[int]) -> Instruction:
    if not targets:
        return Instruction(opcodes.OpReturn, 0, 0, [])
    if len(targets) == 1:
        return Instruction(opcodes.OpBranch, 0, 0, targets)
    return Instruction(opcodes.OpBranchConditional, 0, 0, [8, targets[0], targets[1]])


def random_graph(rng: Rng, count: int) -> list[list[int]]:
    """Return the successors of `count` nodes, nobody branches to node 0."""
    if count == 1:
        return [[]]
    return [[1 + rng.below(count - 1) for _ in range(rng.below(3))] for _ in range(count)]
