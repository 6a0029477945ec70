"""Inputs that are drawn: the right scalars in the right places, never NaN."""

from __future__ import annotations

import math
import struct

from helpers.agreeing import divide, sums
from helpers.block_array_cases import made_block_case

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.methods.shaders.drawing import ShaderScalars, draw_steps
from aberration.methods.shaders.executed import Executed
from aberration.methods.shaders.steps import SetBuffer, SetGroups, SetSize, SetUniform

BLOCK = b"""#version 310 es
precision highp float;
struct Lamp { vec3 place; int kind; };
layout(std140, binding = 2) uniform Scene { uint flags; Lamp lamps[2]; mat2 turn; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(lamps[0].place, float(flags)) + vec4(turn[0],
turn[1]) + float(lamps[1].kind); }
"""


def test_the_scalars_of_a_block_are_found_by_its_layout() -> None:
    scene = Uniform("scene", bytes(80), 2)
    program = Program("essl", "fragment", BLOCK, Inputs((scene,), width=4, height=4), "block")
    scalars = ShaderScalars(Executed(program).supply(program.inputs))
    lamps = [
        (16, "float"),
        (20, "float"),
        (24, "float"),
        (28, "int"),
        (32, "float"),
        (36, "float"),
        (40, "float"),
    ]
    turn = [(48, "float"), (52, "float"), (64, "float"), (68, "float")]
    assert scalars.of_uniform(scene) == [(0, "uint"), *lamps, (44, "int"), *turn]


def test_the_scalars_of_a_loose_uniform_and_of_a_buffer() -> None:
    scalars = ShaderScalars(Executed(sums()).supply(sums().inputs))
    assert [scalars.of_uniform(one) for one in sums().inputs.uniforms] == [
        [(0, "int")],
        [(0, "float"), (4, "float")],
    ]
    program = divide()
    scalars = ShaderScalars(Executed(program).supply(program.inputs))
    assert scalars.of_buffer(program.inputs.buffers[0]) == [(4 * k, "int") for k in range(5)]
    assert scalars.of_buffer(Buffer(5, bytes(8))) == []


def test_an_array_without_a_length_is_as_long_as_its_buffer() -> None:
    text = b"""@group(0) @binding(0) var<storage, read_write> data: array<vec2f>;
@compute @workgroup_size(1) fn main() { data[0] = data[1]; }"""
    program = Program(
        "wgsl", "compute", text, Inputs(buffers=(Buffer(0, bytes(24), (("float", 6),)),)), "list"
    )
    scalars = ShaderScalars(Executed(program).supply(program.inputs))
    assert scalars.of_buffer(program.inputs.buffers[0]) == [(4 * k, "float") for k in range(6)]


def test_what_is_drawn_is_small_and_extreme_and_never_nan() -> None:
    executed = Executed(sums())
    scalars = ShaderScalars(executed.supply(sums().inputs))
    starts: set[int] = set()
    scales: list[float] = []
    sizes: set[tuple[int, int]] = set()
    for seed in range(300):
        for step in draw_steps(scalars, sums().inputs, "fragment", Rng.of(seed, "t"), 0):
            match step:
                case SetSize(width=width, height=height):
                    sizes.add((width, height))
                case SetUniform(name="start", data=data):
                    starts.add(struct.unpack("<i", bytes.fromhex(data))[0])
                case SetUniform(name="scale", data=data):
                    scales += struct.unpack("<2f", bytes.fromhex(data))
                case SetBuffer() | SetGroups() | SetUniform():
                    raise AssertionError(step)
    assert {2**31 - 1, -(2**31), 0, -1, 1} <= starts
    assert all(math.isfinite(value) for value in scales)
    assert max(scales) > 1e30
    assert {width % 4 for width, _ in sizes} == {0, 1, 2, 3}
    assert all(7 <= side <= 96 for size in sizes for side in size)
    assert max(width * height for width, height in sizes) <= 2304


def test_later_attempts_are_milder() -> None:
    executed = Executed(divide())
    scalars = ShaderScalars(executed.supply(divide().inputs))
    changed = [
        sum(
            bool(draw_steps(scalars, divide().inputs, "compute", Rng.of(seed, "t"), attempt))
            for seed in range(200)
        )
        for attempt in (0, 7)
    ]
    assert changed[0] > 2 * changed[1]


def test_each_element_of_an_array_of_blocks_has_its_scalars() -> None:
    program = made_block_case(2, "storage")
    scalars = ShaderScalars(Executed(program).supply(program.inputs))
    small = [one for one in program.inputs.uniforms if one.name.startswith("D")]
    assert len(small) > 1
    assert all(scalars.of_uniform(one) == [(0, "uint"), (4, "uint"), (8, "uint")] for one in small)
    buffers = program.inputs.buffers[1:]
    assert len(buffers) > 1
    for buffer in buffers:
        assert scalars.of_buffer(buffer) == [(k, "uint") for k in range(0, len(buffer.data), 4)]
