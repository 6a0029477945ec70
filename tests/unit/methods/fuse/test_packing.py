"""Fused programs in WGSL stay within what every device of WebGPU binds."""

from __future__ import annotations

import struct

import pytest
from helpers.fusing import fused, fusion, program

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform, read_inputs, write_inputs
from aberration.core.program import Program
from aberration.methods.fuse.records.share_uniform import ShareUniform

MIXED = """struct Light { place: vec3f, level: f32 }
alias Row = array<vec4i, 2>;
@group(0) @binding(0) var<uniform> level: f32;
@group(0) @binding(1) var<uniform> light: Light;
@group(1) @binding(0) var<uniform> rows: Row;
@group(0) @binding(2) var<uniform> turn: mat2x2f;
@group(0) @binding(3) var<uniform> nobody: vec2u;
@group(2) @binding(7) var<uniform> count: vec3i;
@group(0) @binding(5) var<uniform> unfed: i32;
fn grey(level: f32) -> f32 { return level * 0.5; }
@fragment fn main(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let of_rows = &rows;
  var red = grey(level) + light.level + light.place.y;
  for (var i = 0; i < 2; i++) { red += f32((*of_rows)[i].z) * 0.125; }
  return vec4f(red * 0.25, turn[1].x, f32(count.y + unfed) / 16.0, position.x / 8.0);
}
"""


def mixed(level: float) -> Program:
    """Return a shader with seven uniforms in three groups, which fill what is between them."""
    uniforms = (
        Uniform("level", struct.pack("<8f", level, *(7.0,) * 7)),
        Uniform("light", struct.pack("<3f", 0.0, level, 0.0), 1),
        Uniform("light.level", struct.pack("<f", 0.5), 1, offset=12),
        Uniform("rows", struct.pack("<8i", 0, 0, 1, 0, 0, 0, 2, 0), 0, 1),
        Uniform("turn", struct.pack("<4f", 0.0, 0.0, level, 0.0), 2),
        Uniform("count", struct.pack("<4i", 1, 5, 3, 9), 7, 2),
    )
    return program(MIXED, "wgsl", Inputs(uniforms, (), 4, 4))


def plain(count: int) -> Program:
    """Return a shader with so many uniforms."""
    lines = [f"@group(0) @binding({k}) var<uniform> level{k}: f32;" for k in range(count)]
    total = " + ".join(f"level{k}" for k in range(count))
    body = f"return vec4f({total}, 0.0, 0.0, 1.0);"
    text = "\n".join((*lines, f"@fragment fn main() -> @location(0) vec4f {{ {body} }}"))
    given = [Uniform(f"level{k}", struct.pack("<f", (k + 1) / 64), k) for k in range(count)]
    return program(text, "wgsl", Inputs(tuple(given), (), 4, 4))


def test_uniforms_become_members_of_one_block() -> None:
    text = fused(fusion(mixed(0.25), mixed(0.5)))
    assert text.count("var<uniform>") == 1
    assert "@group(0) @binding(0) var<uniform> uniforms: Uniforms;" in text
    assert "@align(16) a_rows: a_Row," in text
    assert "&uniforms.b_rows" in text


def test_so_many_as_every_device_binds_stay() -> None:
    assert fused(fusion(plain(6), plain(6))).count("var<uniform>") == 12
    assert fused(fusion(plain(6), plain(7))).count("var<uniform>") == 1


def test_the_uniform_of_the_relation_counts() -> None:
    text = fused(fusion(plain(6), plain(6), "blend"))
    assert text.count("var<uniform>") == 2
    assert "@binding(12) var<uniform> weight" in text


def test_uniforms_that_are_shared_do_not_count() -> None:
    made = fusion(plain(6), plain(7))
    assert fused(made, ShareUniform("a_level0", "b_level0")).count("var<uniform>") == 12


def test_a_fused_program_is_fused_again() -> None:
    once = fusion(mixed(0.25), mixed(0.5)).program("once")
    twice = fusion(once, mixed(0.75))
    assert fused(twice).count("var<uniform>") == 8
    inputs = twice.program("twice").inputs
    assert read_inputs(write_inputs(inputs), "twice") == inputs
    again = fusion(once, once)
    assert fused(again).count("var<uniform>") == 2
    inputs = again.program("again").inputs
    assert read_inputs(write_inputs(inputs), "again") == inputs


def test_more_bytes_than_every_device_binds_are_refused() -> None:
    wide = "@group(0) @binding(0) var<uniform> wide: array<vec4f, 4000>;"
    text = plain(6).source.decode().replace("level0", "wide[3].x").replace(
        "@group(0) @binding(0) var<uniform> wide[3].x: f32;", wide
    )  # fmt: skip
    given = program(text, "wgsl", plain(6).inputs)
    fused(fusion(given, plain(7)))
    with pytest.raises(BadInput, match="promises 65536 bytes of uniforms"):
        fusion(given, program(text + wide.replace("0", "6", 2).replace("wide:", "more:"), "wgsl",
               plain(6).inputs)).program("whole")  # fmt: skip


def storing(count: int) -> Program:
    """Return a compute shader with so many storage buffers."""
    lines = [
        f"@group(0) @binding({k}) var<storage, read_write> data{k}: array<u32, 2>;"
        for k in range(count)
    ]
    text = "\n".join((*lines, "@compute @workgroup_size(1) fn main() { data0[0] += 1u; }"))
    buffers = tuple(Buffer(k, bytes(8), (("uint", 2),)) for k in range(count))
    return program(text, "wgsl", Inputs(buffers=buffers), stage="compute")


def test_more_storage_buffers_than_every_device_binds_are_refused() -> None:
    fused(fusion(storing(4), storing(4), "together"))
    fused(fusion(storing(4), storing(3), "total"))
    with pytest.raises(BadInput, match="promises 8 storage buffers, and they have 9"):
        fusion(storing(5), storing(4), "together")
    with pytest.raises(BadInput, match="promises 8 storage buffers, and they have 9"):
        fusion(storing(4), storing(4), "total")
