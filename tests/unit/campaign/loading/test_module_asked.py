"""What a module asks for, of types that no input names."""

from __future__ import annotations

import pytest

from aberration.campaign.loading.fit import with_inputs
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
