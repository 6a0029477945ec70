"""A fragment shader that declares subgroups, with a uniform word."""

from __future__ import annotations

from typing import Final

from helpers.transform import HEAD, MAIN, TAIL, numbered

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module

CAPABILITIES: Final = (
    "GroupNonUniform",
    "GroupNonUniformVote",
    "GroupNonUniformArithmetic",
    "GroupNonUniformBallot",
    "GroupNonUniformShuffle",
    "GroupNonUniformShuffleRelative",
    "GroupNonUniformClustered",
)
DECORATIONS: Final = """
    OpDecorate %uniform_type Block
    OpMemberDecorate %uniform_type 0 Offset 0
    OpMemberDecorate %uniform_type 1 Offset 4
    OpDecorate %uniform DescriptorSet 0
    OpDecorate %uniform Binding 0
"""
GLOBALS: Final = """
    %v2bool = OpTypeVector %bool 2
    %uint_1 = OpConstant %uint 1
    %uniform_type = OpTypeStruct %uint %float
    %uniform_pointer = OpTypePointer Uniform %uniform_type
    %word_pointer = OpTypePointer Uniform %uint
    %float_pointer = OpTypePointer Uniform %float
    %uniform = OpVariable %uniform_pointer Uniform
"""
LINES: Final = """
    %f = OpLoad %float %in_float
    %i = OpLoad %int %in_int
    %u = OpBitcast %uint %i
    %condition = OpSLessThan %bool %i %int_5
    %pair = OpCompositeConstruct %v2int %i %i
    %conditions = OpCompositeConstruct %v2bool %condition %condition
    %shared_pointer = OpAccessChain %word_pointer %uniform %int_0
    %shared = OpLoad %uint %shared_pointer
    %shared_test = OpULessThan %bool %shared %uint_3
    %shared_float_pointer = OpAccessChain %float_pointer %uniform %int_1
    %shared_float = OpLoad %float %shared_float_pointer
    %rounded = OpConvertFToU %uint %shared_float
"""


def with_subgroups(body: str, without: str = "") -> Module:
    """Return a module whose body comes after the values of LINES; it lacks one capability."""
    declared = [name for name in CAPABILITIES if name != without]
    lines = "\n".join(f"OpCapability {name}" for name in ["Shader", *declared])
    head = HEAD.replace("OpCapability Shader", lines, 1)
    head = head.replace("       %void = OpTypeVoid", f"{DECORATIONS}\n       %void = OpTypeVoid", 1)
    text = numbered(f"{head}{GLOBALS}{MAIN}{LINES}{body}{TAIL}")
    return Module.parse(assemble(text, (1, 3)))
