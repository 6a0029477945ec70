"""Modules of several entry points: only what one of them comes to counts when it is run."""

from __future__ import annotations

import struct
from typing import Final

import pytest
from helpers.shading_runs import BothPaths, compute_inputs, fragment, run_compute

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read

_MODULE: Final = """
struct Held { data: array<i32, 8>, real: array<f32, 4> }
@group(0) @binding(0) var<storage, read_write> held: Held;
@group(0) @binding(1) var<uniform> tint: vec4f;
@group(1) @binding(0) var picture: texture_2d<f32>;
var<workgroup> cells: array<i32, 4>;
var<private> turn: i32 = 3;
fn looked_up(at: vec2f) -> vec4f { return textureLoad(picture, vec2i(at), 0); }
fn shown(place: vec4f) -> vec4f { return vec4f(place.xy / 8, f32(turn) / 4, 1); }
@fragment fn plain(@builtin(position) place: vec4f) -> @location(0) vec4f { return shown(place); }
@fragment fn other(@builtin(position) place: vec4f) -> @location(0) vec4f {
  return looked_up(place.xy) + tint;
}
@compute @workgroup_size(4) fn summed(@builtin(local_invocation_index) lane: u32) {
  cells[lane] = i32(lane) * turn;
  workgroupBarrier();
  held.data[lane] = cells[3 - lane];
}
"""


def test_a_fragment_shader_needs_nothing_of_a_compute_shader() -> None:
    shown = fragment("wgsl", _MODULE)
    assert shown.pixel(2, 1) == (0.3125, 0.1875, 0.75, 1.0)
    image = shown.image()
    assert isinstance(image, Image)
    assert image.data[4 * (1 * 4 + 2) :][:4] == bytes([80, 48, 191, 255])
    assert shown.other is None or shown.other.fast(1) is not None


def test_a_compute_shader_needs_nothing_of_a_fragment_shader() -> None:
    found = BothPaths(read(_MODULE, "wgsl"), "compute", compute_inputs()).dispatch()
    assert isinstance(found, Buffers)
    assert struct.unpack_from("<4i", found.data[0]) == (9, 6, 3, 0)


def test_what_an_entry_point_comes_to_is_still_refused() -> None:
    text = _MODULE.replace("return shown(place)", "return shown(place) + looked_up(place.xy)")
    with pytest.raises(Refused, match="which the inputs do not give"):
        fragment("wgsl", text)


@pytest.mark.parametrize("space", ["storage, read_write", "uniform"])
def test_what_nobody_names_needs_no_inputs(space: str) -> None:
    text = "@fragment fn main() -> @location(0) vec4f { return vec4f(1); }"
    before = f"@group(0) @binding(5) var<{space}> unused: vec4f;"
    assert fragment("wgsl", before + text).pixel(0, 0) == (1.0, 1.0, 1.0, 1.0)


def test_the_buffers_that_nobody_names_stay_as_they_are() -> None:
    before = (
        "layout(std430, binding = 7) buffer Unused { int more[]; };\n"
        "int dead(int k) { return more[k]; }"
    )
    found = run_compute("glsl", "data[0] = 9;", before)
    assert isinstance(found, Buffers)
    assert struct.unpack_from("<2i", found.data[0]) == (9, 1)
    text = (
        "@group(0) @binding(0) var<storage, read_write> held: array<i32>; @compute "
        "@workgroup_size(1) fn main() { }"
    )
    assert execute(read(text, "wgsl"), "compute", compute_inputs()) == Buffers(
        (compute_inputs().buffers[0].data,), (compute_inputs().buffers[0].fields,)
    )
