"""What a module asks for, of types that no input names."""

from __future__ import annotations

import pytest

from aberration.campaign.loading.asked import asked_of
from aberration.campaign.loading.fit import with_inputs
from aberration.core.errors import BadInput
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
