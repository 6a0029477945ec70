from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import (
    Prepare,
    expect,
    flaw_of,
    ident,
    module_of,
    numbered,
    refuse,
    soundness,
    the,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import BuiltIn, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpSpecConstantComposite
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.analysis.workgroup_memory import invocations
from aberration.methods.transform.transformations.replace_variable_with_workgroup import (
    ReplaceVariableWithWorkgroup,
)

TEXT = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"{interface}
    OpExecutionMode %main LocalSize 4 2 1
    {decorations}
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %uint = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %v2uint = OpTypeVector %uint 2
    %v3uint = OpTypeVector %uint 3
    %uint_0 = OpConstant %uint 0
    %uint_1 = OpConstant %uint 1
    %uint_4 = OpConstant %uint 4
    %uint_8 = OpConstant %uint 8
    %uint_200 = OpConstant %uint 200
    %row = OpTypeArray %uint %uint_200
    %rows = OpTypeArray %row %uint_8
    %cells = OpTypeArray %v2uint %uint_8
    %four_cells = OpTypeArray %v2uint %uint_4
    %numbers = OpTypeArray %uint %uint_8
    %input_uint = OpTypePointer Input %uint
    %local_uint = OpTypePointer Function %uint
    %local_float = OpTypePointer Function %float
    %local_pair = OpTypePointer Function %v2uint
    %local_row = OpTypePointer Function %row
    %shared_uint = OpTypePointer Workgroup %uint
    %shared_pair = OpTypePointer Workgroup %v2uint
    %shared_row = OpTypePointer Workgroup %row
    %shared_rows = OpTypePointer Workgroup %rows
    %shared_cells = OpTypePointer Workgroup %cells
    %shared_four_cells = OpTypePointer Workgroup %four_cells
    %shared_numbers = OpTypePointer Workgroup %numbers
    %returns = OpTypeFunction %uint
    %takes = OpTypeFunction %uint %local_uint
    {globals_}
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %called = OpFunctionCall %uint %made
    OpReturn
    OpFunctionEnd
    %made = OpFunction %uint None %returns
    %start = OpLabel
    %pair = OpVariable %local_pair Function
    %number = OpVariable %local_uint Function %uint_1
    %large = OpVariable %local_row Function
    %real = OpVariable %local_float Function
    %passed = OpVariable %local_uint Function %uint_0
    %second = OpAccessChain %local_uint %pair %uint_1
    OpStore %second %uint_4
    %both = OpLoad %v2uint %pair
    %value = OpLoad %uint %number
    %read = OpFunctionCall %uint %reads %passed
    OpReturnValue %value
    OpFunctionEnd
    %reads = OpFunction %uint None %takes
    %p = OpFunctionParameter %local_uint
    %first = OpLabel
    OpReturnValue %uint_0
    OpFunctionEnd
"""
PAIR = ReplaceVariableWithWorkgroup(ident("%pair"), 20, 21, 22)
NUMBER = ReplaceVariableWithWorkgroup(ident("%number"), 20, 21, 22)
INDEX = "OpDecorate %index BuiltIn LocalInvocationIndex"


def module(
    decorations: str = "",
    globals_: str = "",
    interface: str = "",
    version: tuple[int, int] = (1, 3),
    old: str = "",
    new: str = "",
) -> Module:
    text = TEXT.format(decorations=decorations, globals_=globals_, interface=interface)
    data = assemble(numbered(text.replace(old, new) if old else text), version)
    assert flaw_of(data) is None, flaw_of(data)
    return Module.parse(data)


def test_a_variable_becomes_the_own_element_of_an_array() -> None:
    changed = expect(
        module(),
        PAIR,
        'OpEntryPoint GLCompute %main "main" %21',
        "OpDecorate %21 BuiltIn LocalInvocationIndex",
        """
        %21 = OpVariable %input_uint Input
        %20 = OpVariable %shared_cells Workgroup
        """,
        """
        %passed = OpVariable %local_uint Function %uint_0
        %22 = OpLoad %uint %21
        %pair = OpAccessChain %shared_pair %20 %22
        %second = OpAccessChain %shared_uint %pair %uint_1
        OpStore %second %uint_4
        %both = OpLoad %v2uint %pair
        """,
    )
    assert not changed.facts.is_pointee_irrelevant(ident("%pair"))


def test_the_initializer_is_stored() -> None:
    lines = """
        %22 = OpLoad %uint %21
        %number = OpAccessChain %shared_uint %20 %22
        OpStore %number %uint_1
        %second = OpAccessChain %local_uint %pair %uint_1
    """
    expect(module(), NUMBER, lines)


@pytest.mark.parametrize("version", [(1, 3), (1, 5)])
def test_an_index_that_is_there_is_used_and_the_interface_lists_all(
    version: tuple[int, int],
) -> None:
    made = module(INDEX, "%index = OpVariable %input_uint Input", " %index", version)
    changed = expect(
        made, PAIR, "%22 = OpLoad %uint %index", absent=["%21 = OpVariable %input_uint Input"]
    )
    listed = changed.operand_ids(entry_points(changed)[0])[1:]
    assert listed == [ident("%index")] + ([20] if version > (1, 3) else [])
    again = ReplaceVariableWithWorkgroup(ident("%number"), 30, 31, 32)
    expect(changed, again, "%32 = OpLoad %uint %index")


def test_a_declared_workgroup_size_counts() -> None:
    decorations = "OpDecorate %size BuiltIn WorkgroupSize"
    constant = "%size = OpConstantComposite %v3uint %uint_4 %uint_1 %uint_1"
    expect(module(decorations, constant), PAIR, "%20 = OpVariable %shared_four_cells Workgroup")


def test_irrelevant_memory_stays_irrelevant() -> None:
    def prepare(made: Module) -> None:
        made.facts.add_pointee_irrelevant(ident("%pair"))

    facts = expect(module(), PAIR, prepare=prepare).facts
    assert facts.is_pointee_irrelevant(ident("%pair"))
    assert not facts.is_pointee_irrelevant(20)


def livesafe(made: Module) -> None:
    made.facts.add_livesafe(ident("%made"))


def restrict(made: Module) -> None:
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%pair"), Decoration.RESTRICT]))


def stride(made: Module) -> None:
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%cells"), Decoration.ARRAY_STRIDE, 8])
    )


def specialise(made: Module) -> None:
    uint = ident("%uint_4")
    made.append_global(
        Instruction(OpSpecConstantComposite, ident("%v3uint"), 40, [uint, uint, uint])
    )
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [40, Decoration.BUILT_IN, BuiltIn.WORKGROUP_SIZE])
    )


def call_itself(made: Module) -> None:
    made.set_operands(the(made, "%read"), [ident("%made")])


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        ("no such id", ReplaceVariableWithWorkgroup(9999, 20, 21, 22), None),
        ("no variable", ReplaceVariableWithWorkgroup(ident("%value"), 20, 21, 22), None),
        (
            "an id in use",
            ReplaceVariableWithWorkgroup(ident("%pair"), 20, ident("%value"), 22),
            None,
        ),
        ("an id twice", ReplaceVariableWithWorkgroup(ident("%pair"), 20, 21, 20), None),
        ("an argument", ReplaceVariableWithWorkgroup(ident("%passed"), 20, 21, 22), None),
        ("no pointer types", ReplaceVariableWithWorkgroup(ident("%real"), 20, 21, 22), None),
        ("too large", ReplaceVariableWithWorkgroup(ident("%large"), 20, 21, 22), None),
        ("a decoration", PAIR, restrict),
        ("the array has a layout", PAIR, stride),
        ("the size may be specialised", PAIR, specialise),
        ("a livesafe function", PAIR, livesafe),
        ("the function calls itself", PAIR, call_itself),
    ],
)
def test_refuses(reason: str, step: ReplaceVariableWithWorkgroup, prepare: Prepare | None) -> None:
    refuse(module(), step, reason, prepare=prepare)


def test_refuses_without_types() -> None:
    for missing in (
        "%shared_cells = OpTypePointer Workgroup %cells",
        "%input_uint = OpTypePointer Input %uint",
    ):
        refuse(module(old=missing), PAIR, f"without {missing}")


def test_refuses_where_memory_is_taken() -> None:
    taken = "%used = OpVariable %shared_rows Workgroup"
    refuse(module(globals_=taken), PAIR, "half of what a device has is taken")


def test_refuses_the_vulkan_memory_model() -> None:
    old = "OpMemoryModel Logical GLSL450"
    new = "OpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan"
    refuse(module(version=(1, 5), old=old, new=new), PAIR, "its rules for shared memory are others")


def test_only_compute_shaders_have_workgroups() -> None:
    assert invocations(module()) == 8
    assert invocations(module_of("")) == 0


test_sound = soundness(ReplaceVariableWithWorkgroup)
test_proved = proved(ReplaceVariableWithWorkgroup)
