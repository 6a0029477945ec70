"""A small SPIR-V module for tests of live code: integers in variables, a loop, a block that never
runs.
"""

from __future__ import annotations

from typing import Final

from helpers.transform import numbered

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble

MODULE: Final = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main "main" %in %out
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %in BuiltIn FragCoord
    OpDecorate %out Location 0
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %int = OpTypeInt 32 1
    %float = OpTypeFloat 32
    %v4float = OpTypeVector %float 4
    %int_0 = OpConstant %int 0
    %int_1 = OpConstant %int 1
    %int_3 = OpConstant %int 3
    %int_99 = OpConstant %int 99
    %float_1 = OpConstant %float 1
    %in_type = OpTypePointer Input %v4float
    %in = OpVariable %in_type Input
    %out_type = OpTypePointer Output %v4float
    %out = OpVariable %out_type Output
    %local_int = OpTypePointer Function %int
    %local_float = OpTypePointer Function %float
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %sum = OpVariable %local_int Function
    %shade = OpVariable %local_float Function
    OpStore %sum %int_1
    OpStore %shade %float_1
    %all = OpLoad %v4float %in
    %x = OpCompositeExtract %float %all 0
    %whole = OpConvertFToS %int %x
    %shifted = OpISub %int %whole %int_3
    OpBranch %header
    %header = OpLabel
    %i = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %test
    %test = OpLabel
    %less = OpSLessThan %bool %i %shifted
    OpBranchConditional %less %body %after
    %body = OpLabel
    %old = OpLoad %int %sum
    %new = OpIAdd %int %old %i
    OpStore %sum %new
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %i %int_1
    OpBranch %header
    %after = OpLabel
    %total = OpLoad %int %sum
    %large = OpSGreaterThan %bool %total %int_99
    OpSelectionMerge %end None
    OpBranchConditional %large %never %end
    %never = OpLabel
    OpStore %sum %int_0
    OpBranch %end
    %end = OpLabel
    %last = OpLoad %int %sum
    %number = OpConvertSToF %float %last
    %factor = OpLoad %float %shade
    %grey = OpFMul %float %number %factor
    %colour = OpCompositeConstruct %v4float %grey %grey %float_1 %float_1
    OpStore %out %colour
    OpReturn
    OpFunctionEnd
"""


def live_module(width: int = 8, height: int = 2) -> Program:
    """Return the module with its inputs: %shifted is x - 3, %i goes from 0 up to it."""
    source = assemble(numbered(MODULE), (1, 3))
    inputs = Inputs(width=width, height=height)
    return Program("spirv", "fragment", source, inputs, name="live")
