"""Small SPIR-V modules to be fused, and what our interpreter says of them."""

from __future__ import annotations

import struct

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, Stage
from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.fuse.modules.fusion import ModuleFusion
from aberration.methods.fuse.modules.part import ModulePart, read_module
from aberration.methods.fuse.relations.registry import RELATIONS

SMALL = Inputs(width=8, height=8)
FRAGMENT = """
OpCapability Shader
{capabilities}
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %place %colour {listed}
OpExecutionMode %main OriginUpperLeft
{modes}
OpName %main "main"
OpName %colour "colour"
OpName %place "gl_FragCoord"
{annotations}
OpDecorate %place BuiltIn FragCoord
OpDecorate %colour Location 0
%void = OpTypeVoid
%main_type = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%float = OpTypeFloat 32
%v4 = OpTypeVector %float 4
%in_v4 = OpTypePointer Input %v4
%out_v4 = OpTypePointer Output %v4
%out_float = OpTypePointer Output %float
%place = OpVariable %in_v4 Input
%colour = OpVariable %out_v4 Output
%i0 = OpConstant %int 0
%i1 = OpConstant %int 1
%zero = OpConstant %float 0
%half = OpConstant %float 0.5
%one = OpConstant %float 1
%eighth = OpConstant %float 0.125
{globals}
%main = OpFunction %void None %main_type
%begin = OpLabel
%where = OpLoad %v4 %place
%x = OpCompositeExtract %float %where 0
%y = OpCompositeExtract %float %where 1
{body}
OpReturn
OpFunctionEnd
{functions}
"""
ACROSS = """
%red = OpFMul %float %x %eighth
%mixed = OpCompositeConstruct %v4 %red %half %zero %one
OpStore %colour %mixed
"""
"""Red grows to the right."""
DOWN = """
%green = OpFMul %float %y %eighth
%mixed = OpCompositeConstruct %v4 %green %green %half %one
OpStore %colour %mixed
"""
"""Red and green grow downwards."""
FROM_UNIFORM_MARKS = """
OpName %block "Shade"
OpMemberName %block 0 "shade"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %shade DescriptorSet 0
OpDecorate %shade Binding 0
"""
FROM_UNIFORM_GLOBALS = """
%block = OpTypeStruct %float
%block_pointer = OpTypePointer Uniform %block
%float_pointer = OpTypePointer Uniform %float
%shade = OpVariable %block_pointer Uniform
"""
FROM_UNIFORM = """
%shade_pointer = OpAccessChain %float_pointer %shade %i0
%grey = OpLoad %float %shade_pointer
%mixed = OpCompositeConstruct %v4 %grey %grey %grey %one
OpStore %colour %mixed
"""
LEAVES_FIRST_COLUMN = """
%early = OpFOrdLessThan %bool %x %one
OpSelectionMerge %after None
OpBranchConditional %early %gone %after
%gone = OpLabel
{leave}
%after = OpLabel
%mixed = OpCompositeConstruct %v4 %half %half %half %one
OpStore %colour %mixed
"""
KILLS = LEAVES_FIRST_COLUMN.format(leave="OpKill")
"""Discards the first column."""
DEMOTES = LEAVES_FIRST_COLUMN.format(leave="OpDemoteToHelperInvocation\nOpBranch %after")
"""Discards the first column, too, whose invocations go on."""
HELPERS = """
OpCapability DemoteToHelperInvocation
OpExtension "SPV_EXT_demote_to_helper_invocation"
"""
ASKS = """
%helps = OpIsHelperInvocationEXT %bool
%strength = OpSelect %float %helps %zero %one
%seen = OpCompositeConstruct %v4 %strength %zero %zero %one
OpStore %colour %seen
"""
DERIVES = """
%step = OpDPdx %float %x
%mixed = OpCompositeConstruct %v4 %step %zero %zero %one
OpStore %colour %mixed
"""
RETURNS_EARLY = "OpStore %colour %where" + LEAVES_FIRST_COLUMN.format(leave="OpReturn")
COMPUTE = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize {size} 1 1
OpName %main "main"
OpDecorate %words ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
%void = OpTypeVoid
%main_type = OpTypeFunction %void
%uint = OpTypeInt 32 0
%u0 = OpConstant %uint 0
%two = OpConstant %uint 2
%added = OpConstant %uint {added}
%words = OpTypeArray %uint %two
%block = OpTypeStruct %words
%block_pointer = OpTypePointer Uniform %block
%word_pointer = OpTypePointer Uniform %uint
%data = OpVariable %block_pointer Uniform
{globals}
%main = OpFunction %void None %main_type
%begin = OpLabel
%first = OpAccessChain %word_pointer %data %u0 %u0
%old = OpLoad %uint %first
{body}
OpStore %first %new
OpReturn
OpFunctionEnd
"""
MANY = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index
OpExecutionMode %main LocalSize 2 2 1
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 0 {access}
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
OpDecorate %index BuiltIn LocalInvocationIndex
%void = OpTypeVoid
%main_type = OpTypeFunction %void
%bool = OpTypeBool
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%i0 = OpConstant %int 0
%three = OpConstant %uint 3
%factor = OpConstant %int {factor}
%words = OpTypeRuntimeArray %int
%block = OpTypeStruct %words
%block_pointer = OpTypePointer StorageBuffer %block
%word_pointer = OpTypePointer StorageBuffer %int
%index_pointer = OpTypePointer Input %uint
%data = OpVariable %block_pointer StorageBuffer
%index = OpVariable %index_pointer Input
%main = OpFunction %void None %main_type
%begin = OpLabel
%me = OpLoad %uint %index
%mine = OpBitcast %int %me
%made = OpIMul %int %mine %factor
%other = OpISub %uint %three %me
%place = OpAccessChain %word_pointer %data %i0 %other
{body}
OpReturn
OpFunctionEnd
"""
STORES = "OpStore %place %made"
LEAVES = """
%low = OpULessThan %bool %me %three
OpSelectionMerge %after None
OpBranchConditional %low %early %after
%early = OpLabel
OpReturn
%after = OpLabel
OpStore %place %made
"""


def fragment(
    body: str = ACROSS, *, inputs: Inputs = SMALL, name: str = "part", **more: str
) -> Program:
    """Return a fragment shader around the lines of its entry function."""
    fields = dict.fromkeys(
        ("capabilities", "listed", "modes", "annotations", "globals", "functions"), ""
    )
    return _valid(FRAGMENT.format(**{**fields, **more}, body=body), "fragment", inputs, name)


def with_uniform(value: float, name: str = "part") -> Program:
    """Return a fragment shader whose colour is a uniform."""
    given = Uniform("shade", struct.pack("<f", value))
    return fragment(
        FROM_UNIFORM,
        inputs=Inputs(width=8, height=8, uniforms=(given,)),
        name=name,
        annotations=FROM_UNIFORM_MARKS,
        globals=FROM_UNIFORM_GLOBALS,
    )


ADDS = "%new = OpIAdd %uint %old %added"


def kernel(
    added: int,
    data: tuple[int, int] = (1, 2),
    *,
    size: int = 1,
    globals_: str = "",
    body: str = ADDS,
) -> Program:
    """Return a compute shader that adds to the first of two words."""
    given = Buffer(0, struct.pack("<2I", *data), (("uint", 2),))
    text = COMPUTE.format(size=size, added=added, globals=globals_, body=body)
    return _valid(text, "compute", Inputs(buffers=(given,)), f"adds {added}")


def many(factor: int, body: str = STORES, *, access: str = "NonReadable") -> Program:
    """Return a compute shader of four invocations: the word of invocation 3 - k becomes k times a
    factor.
    """
    given = Buffer(0, bytes(16), (("int", 4),))
    text = MANY.format(factor=factor, body=body, access=access)
    return _valid(text, "compute", Inputs(buffers=(given,)), f"times {factor}")


def _valid(text: str, stage: Stage, inputs: Inputs, name: str) -> Program:
    source = assemble(text, (1, 3))
    flaw = validate(source, environment_of(source))
    assert flaw is None, f"the test's own module is invalid: {flaw}\n{text}"
    return Program("spirv", stage, source, inputs, name)


def part(given: Program) -> ModulePart:
    """Return a program as a part."""
    return read_module(given)


def fusion(first: Program, second: Program, relation: str = "", weight: int = 64) -> ModuleFusion:
    """Return both parts side by side."""
    named = relation or ("together" if first.stage == "compute" else "average")
    return ModuleFusion(part(first), part(second), RELATIONS[named], weight)


def result(given: Program) -> Image | Buffers:
    """Return what our interpreter says of a program."""
    found = interpret(given)
    assert isinstance(found, Image | Buffers)
    return found


def fused(made: ModuleFusion) -> Program:
    """Return the fused program, which is valid."""
    whole = made.program("whole")
    assert validate(whole.source, environment_of(whole.source)) is None
    assert contradictions(Module.parse(whole.source)) == []
    return whole


def text_of(given: Program) -> str:
    """Return a module in words."""
    return disassemble(given.source)
