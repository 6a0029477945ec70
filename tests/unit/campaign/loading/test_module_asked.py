"""What a module asks for, of types that no input names."""

from __future__ import annotations

import pytest

from aberration.campaign.loading.asked import asked_of
from aberration.campaign.loading.fit import with_inputs
from aberration.core.errors import BadInput
from aberration.core.inputs_file import read_file
from aberration.core.program import Program
from aberration.targets.front_end import compile_glsl

TYPES = "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"


@pytest.mark.parametrize(
    ("members", "size"),
    [
        ("uint64_t a;", 8),
        ("uint a; uint64_t b[20];", 168),
        ("uint a; u64vec3 b;", 56),
        ("struct { uint a; double b; } both[3];", 48),
        ("uint8_t a[5];", 8),
        ("float16_t a; float b[3];", 16),
    ],
)
def test_a_buffer_without_inputs_holds_all_of_its_block(members: str, size: int) -> None:
    """64 bits were taken for none, and the module for one that reads out of bounds."""
    text = members
    declared = ""
    if members.startswith("struct"):
        inner, _, rest = members.removeprefix("struct ").partition("}")
        declared, text = f"struct Both {inner}}};\n", f"Both{rest}"
    source = (
        f"#version 450\n{TYPES}layout(local_size_x = 1) in;\n{declared}"
        f"layout(std430, binding = 0) buffer B {{ {text} }};\nvoid main() {{}}\n"
    )
    module = compile_glsl(Program("glsl", "compute", source.encode(), name="x"))
    (buffer,) = with_inputs(module, None, "x").program.inputs.buffers
    assert len(buffer.data) == size


def test_a_block_of_too_many_numbers_is_refused() -> None:
    text = (
        "#version 450\nlayout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer Block { float values[1 << 21]; };\n"
        "void main() { values[0] = 1.0; }\n"
    )
    module = compile_glsl(Program("glsl", "compute", text.encode()))
    with pytest.raises(BadInput, match=r"Block: an array of 2,097,152 numbers, more than the"):
        asked_of(module, "x")


def test_elements_of_an_array_of_blocks_are_blocks_of_their_own() -> None:
    text = (
        "#version 450\nlayout(local_size_x = 1) in;\n"
        "layout(binding = 2) uniform U { uint x; uint y; } u[2];\n"
        "layout(std430, binding = 5) buffer S { uint data[4]; } s[2];\n"
        "void main() { s[1].data[0] = u[1].x; }\n"
    )
    module = compile_glsl(Program("glsl", "compute", text.encode(), name="x"))
    found = asked_of(module, "x").declared.blocks
    assert {(one.name, one.kind, one.binding) for one in found} == {
        ("U[0]", "uniform", 2),
        ("U[1]", "uniform", 3),
        ("S[0]", "buffer", 5),
        ("S[1]", "buffer", 6),
    }
    given = read_file(b'{"U[1].y": {"func": "glUniform1ui", "args": [7]}}', "x")
    inputs = with_inputs(module, given, "x").program.inputs
    assert [(one.name, one.binding, one.offset) for one in inputs.uniforms if any(one.data)] == [
        ("U[1].y", 3, 4)
    ]
    assert [(one.binding, len(one.data)) for one in inputs.buffers] == [(5, 16), (6, 16)]
