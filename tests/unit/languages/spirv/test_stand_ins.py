"""Modules whose inputs are functions of the pixel are valid, and give what the shader's text does
with the same functions.
"""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.disassembler import disassemble
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.private_interface import stage_variables
from aberration.languages.spirv.stand_ins import with_stand_ins
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import compile_glsl

HEAD = "#version 450\nlayout(location = 0) out vec4 colour;\n"
SIZE = Inputs(width=256, height=4)


def module_of(declarations: str, body: str) -> Module:
    text = f"{HEAD}{declarations}\nvoid main() {{ {body} }}"
    return Module.parse(compile_glsl(Program("glsl", "fragment", text.encode())).source)


def pixel(module: Module, x: int, y: int) -> tuple[int, ...]:
    """Return the bytes of a pixel, as the interpreter has them."""
    source = module.to_bytes()
    assert validate(source, "vulkan1.1") is None
    image = prove(Program("spirv", "fragment", source, SIZE)).outcome
    assert isinstance(image, Image)
    at = (y * image.width + x) * 4
    data = (
        image.data[at * 4 : at * 4 + 16] if image.format == "rgba32f" else image.data[at : at + 4]
    )
    if image.format == "rgba32f":
        values = memoryview(data).cast("f")
        return tuple(int(value * 255 + 0.5) for value in values)
    return tuple(data)


def byte(value: float) -> int:
    return int(value * 255 + 0.5)


def test_floats_go_with_the_pixel_each_input_apart() -> None:
    module = module_of(
        "layout(location = 0) in vec2 a; layout(location = 1) in vec4 b;",
        "colour = vec4(a.x, b.x - a.x, b.y, b.w);",
    )
    with_stand_ins(module)
    assert pixel(module, 100, 2) == (byte(100.5 / 256), byte(0.125), byte(34.5 / 256), 255)


def test_integers_count_and_matrices_are_the_identity() -> None:
    module = module_of(
        "layout(location = 0) flat in ivec2 a; layout(location = 1) flat in uint b;"
        "layout(location = 2) in mat3 m;",
        "colour = vec4(float(a.y), float(b), m[1][1] * 3.0 + m[1][2], 51.0) / 51.0;",
    )
    with_stand_ins(module)
    assert pixel(module, 0, 0) == (5, 10, 15, 255)


def test_arrays_and_blocks_have_a_number_for_each_part() -> None:
    module = module_of(
        "layout(location = 0) in Passed { float first; noperspective vec2 rest[2]; } passed;"
        "layout(location = 4) centroid in float alone[2];",
        "int k = int(gl_FragCoord.y) & 1;"
        "colour = vec4(passed.first, passed.rest[k].x, alone[1], alone[k]);",
    )
    with_stand_ins(module)
    assert not stage_variables(module, StorageClass.INPUT)
    text = disassemble(module.to_bytes())
    assert "Block" not in text
    assert "NoPerspective" not in text
    assert "Centroid" not in text
    # The second variable is number 1, its last element number 2, and the block's parts 0, 1, 2.
    assert pixel(module, 10, 1) == tuple(byte((10.5 + 32 * k) / 256) for k in (0, 2, 2, 2))


def test_newer_versions_keep_private_variables_in_the_interface() -> None:
    module = module_of("layout(location = 0) in vec2 a;", "colour = vec4(a, a);")
    (variable,) = stage_variables(module, StorageClass.INPUT)
    module.version = 0x00010400
    with_stand_ins(module)
    (entry,) = [each for each in module.preamble if each.op == o.OpEntryPoint]
    assert variable.result_id in entry.ops
    assert entry.ops.count(variable.result_id) == 1


def test_built_ins_are_none() -> None:
    module = module_of("", "colour = gl_FragCoord * (gl_FrontFacing ? 1.0 : 0.0);")
    assert not stage_variables(module, StorageClass.INPUT)


@pytest.mark.parametrize(
    ("declarations", "body", "message"),
    [
        (
            "layout(location = 0) in vec2 a;",
            "colour = vec4(interpolateAtCentroid(a), 0.0, 1.0);",
            "expected an input or output that is loaded",
        ),
        (
            "layout(location = 0) flat in double a;",
            "colour = vec4(float(a));",
            "of another width",
        ),
    ],
)
def test_what_nothing_can_stand_for_is_refused(declarations: str, body: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        with_stand_ins(module_of(declarations, body))
