"""The scalars of a module's inputs, by the layout of its blocks."""

from __future__ import annotations

from helpers.fused_modules import FROM_UNIFORM, fragment, kernel, many, with_uniform

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.languages.spirv.module import Module
from aberration.methods.fuse.modules.inputs import ModuleScalars


def scalars(given: Program) -> ModuleScalars:
    return ModuleScalars(Module.parse(given.source), given.inputs)


def test_the_scalars_of_a_uniform_and_of_a_buffer() -> None:
    given = with_uniform(0.5)
    assert scalars(given).of_uniform(given.inputs.uniforms[0]) == [(0, "float")]
    assert scalars(given).of_uniform(Uniform("other", bytes(4), 7)) == []
    words = kernel(1)
    assert scalars(words).of_buffer(words.inputs.buffers[0]) == [(0, "uint"), (4, "uint")]
    assert scalars(words).of_buffer(Buffer(5, bytes(8))) == []


def test_an_array_without_a_length_is_as_long_as_its_buffer() -> None:
    given = many(1)
    found = scalars(given).of_buffer(given.inputs.buffers[0])
    assert found == [(4 * k, "int") for k in range(4)]


def test_push_constants_begin_at_an_offset_of_their_own() -> None:
    pushed = Uniform("pushed", bytes(4), push_constant=True, offset=8)
    given = fragment(
        FROM_UNIFORM.replace("%i0", "%i1"),
        inputs=Inputs((pushed,), width=8, height=8),
        annotations="OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
        "OpMemberDecorate %block 1 Offset 8",
        globals="%block = OpTypeStruct %int %float\n%pp = OpTypePointer PushConstant %block\n"
        "%float_pointer = OpTypePointer PushConstant %float\n%shade = OpVariable %pp PushConstant",
    )
    assert scalars(given).of_uniform(pushed) == [(0, "float")]
