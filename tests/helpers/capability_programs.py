"""Small shaders that use what a device may have: sixteen invocations, each with a word of its own
to give, and what it must be.

Buffer 0 holds these words, first zero; buffer 1 holds GIVEN, block 2 and the push constants its
first bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from helpers.transform import numbered

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.languages.spirv.assembly import assemble
from aberration.targets.front_end import compile_strictly

COUNT: Final = 16
GIVEN: Final = bytes((37 * place + 201) % 256 for place in range(8 * COUNT))
"""All have their sign and other bits in some places, and no two in a row are alike."""

PICTURE: Final = Texture("s", size=(8, 8, 1), binding=3)

_GLSL: Final = """#version 460
{extensions}
{layout}
{declarations}
void main() {{
    {start}
    {body}
}}
"""
_STAGES: Final = {
    "compute": (
        "layout(local_size_x = 16) in;\nlayout(std430, binding = 0) buffer R { uint result[]; };",
        "uint i = gl_LocalInvocationIndex;",
    ),
    "fragment": (
        "layout(location = 0) out vec4 colour;",
        "uint i = uint(gl_FragCoord.x);",
    ),
}
_ASSEMBLY: Final = """
    OpCapability Shader
    {head}
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main" %index
    OpExecutionMode %main LocalSize 16 1 1
    OpDecorate %index BuiltIn LocalInvocationIndex
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %result DescriptorSet 0
    OpDecorate %result Binding 0
    OpDecorate %given DescriptorSet 0
    OpDecorate %given Binding 1
    OpDecorate %word_of_buffer ArrayStride 4
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %uint_0 = OpConstant %uint 0
    %uint_1 = OpConstant %uint 1
    %uint_16 = OpConstant %uint 16
    %index_type = OpTypePointer Input %uint
    %index = OpVariable %index_type Input
    %words = OpTypeRuntimeArray %uint
    %block = OpTypeStruct %words
    %block_of_buffer = OpTypePointer StorageBuffer %block
    %word_of_buffer = OpTypePointer StorageBuffer %uint
    %result = OpVariable %block_of_buffer StorageBuffer
    %given = OpVariable %block_of_buffer StorageBuffer
    {declarations}
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %i = OpLoad %uint %index
    {body}
    %place = OpAccessChain %word_of_buffer %result %uint_0 %i
    OpStore %place %word
    OpReturn
    OpFunctionEnd
"""


class CapabilityProgram(msgspec.Struct, frozen=True):
    """A shader that needs `capability`, by a name in SPIR-V; `word` gives what invocation i must
    leave in word i, or draw in pixel i. The drivers in `lacking` lack `without`, if anything.
    `head` are the names of GLSL's extensions, or a module's instructions before its memory model.
    """

    capability: str
    body: str
    word: Callable[[int], int]
    head: tuple[str, ...] = ()
    declarations: str = ""
    without: str = ""
    lacking: tuple[str, ...] = ("swiftshader",)
    stage: Literal["compute", "fragment"] = "compute"
    assembled: bool = False
    environment: str = "vulkan1.1"

    @property
    def program(self) -> Program:
        """Return it as a module with its inputs."""
        start = GIVEN[: 4 * COUNT]
        inputs = Inputs(
            uniforms=(Uniform("u", start, 2), Uniform("p", start, push_constant=True)),
            buffers=(Buffer(0, bytes(4 * COUNT)), Buffer(1, GIVEN)),
            width=COUNT,
            height=1,
            textures=(PICTURE,),
        )
        if self.stage == "fragment":
            inputs = msgspec.structs.replace(inputs, buffers=())
        return Program("spirv", self.stage, self._source(), inputs, self.capability)

    @property
    def expected(self) -> bytes:
        """Return the bytes of buffer 0, or of the image."""
        words = (self.word(place) % (1 << 32) for place in range(COUNT))
        return b"".join(word.to_bytes(4, "little") for word in words)

    def _source(self) -> bytes:
        if self.assembled:
            text = _ASSEMBLY.format(
                head="\n".join(self.head), declarations=self.declarations, body=self.body
            )
            return assemble(numbered(text), (1, 3))
        names = [
            name if name.startswith("#") else f"#extension {name} : require" for name in self.head
        ]
        layout, start = _STAGES[self.stage]
        text = _GLSL.format(
            extensions="\n".join(names),
            layout=layout,
            declarations=self.declarations,
            start=start,
            body=self.body,
        )
        written = Program("glsl", self.stage, text.encode())
        return compile_strictly(written, self.environment).source


def given(place: int, size: int, *, signed: bool = False) -> int:
    """Return number `place` of `size` bytes in GIVEN."""
    return int.from_bytes(GIVEN[size * place : size * (place + 1)], "little", signed=signed)
