"""Each relation: what the wrapper computes is what the function on images says, for all levels."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from helpers.fusing import alone, fused, fusion, kernel, program, result
from msgspec.structs import replace

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.relations.registry import (
    RELATIONS,
    relation_named,
    relations_for,
    relations_of,
)

ALL = Inputs(width=256, height=8)
RAMP = """void main() {{
  vec2 p = floor(gl_FragCoord.xy);
  colour = vec4({0}, 255.0 - {0}, mod({0} * 7.0 + p.y * 31.0, 256.0), 255.0) / 255.0;
}}
"""
FRAGMENT = [relation.name for relation in relations_of("fragment")]


@pytest.mark.parametrize("name", FRAGMENT)
def test_the_text_computes_what_the_function_says(name: str) -> None:
    first = program(RAMP.format("p.x"), inputs=ALL)
    second = program(RAMP.format("mod(p.x * 3.0 + p.y * 97.0, 256.0)"), inputs=ALL)
    made = fusion(first, second, name, weight=77)
    fused(made)
    images = [result(one) for one in (first, second, made.program("whole"))]
    one, other, whole = (pixels(image) for image in images if isinstance(image, Image))
    assert (whole != one).any() or (whole != other).any()
    levels = RELATIONS[name].levels
    assert levels is not None
    wanted = levels(one.astype(np.float32), other.astype(np.float32), 77.0)
    assert (wanted == whole).all()
    assert wanted.min() >= 0
    assert wanted.max() <= 255


@pytest.mark.parametrize("name", FRAGMENT)
@pytest.mark.parametrize("language", ["essl", "wgsl"])
def test_the_text_is_legal_in_all_languages(name: str, language: LanguageName) -> None:
    text = "void main() { colour = gl_FragCoord.xyxy / 8.0; }"
    if language == "wgsl":
        text = """@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return p.xyxy / 8.0;
}
"""
    fused(fusion(program(text, language), program(text, language), name))


def test_colours_beyond_an_image_are_cut_off() -> None:
    first = program("void main() { colour = vec4(gl_FragCoord.x - 4.0, -2.0, 3.0, 1.0); }")
    second = program("void main() { colour = vec4(0.0, 0.5, 0.5, 1.0); }")
    made = fusion(first, second, "difference")
    fused(made)
    assert isinstance(alone(first), Image)


def test_relations_are_asked_for_by_name_and_stage() -> None:
    assert {"average", "difference", "light", "occlusion"} <= set(FRAGMENT)
    assert relation_named("together", "compute").stage == "compute"
    with pytest.raises(BadInput, match="of compute shaders \\(exclusive, prefix"):
        relation_named("average", "compute")


def test_relations_of_cells_are_drawn_for_parts_with_cells_only() -> None:
    both = "average together total"
    assert names_for(both, "compute", with_cells=True) == ["together", "total"]
    assert names_for(both, "compute", with_cells=False) == ["together"]
    assert names_for(both, "fragment", with_cells=False) == ["average"]
    assert names_for("", "fragment", with_cells=False) == FRAGMENT
    with pytest.raises(BadInput, match="both parts need a buffer of integers"):
        names_for("total prefix", "compute", with_cells=False)


def names_for(option: str, stage: str, *, with_cells: bool) -> list[str]:
    return [one.name for one in relations_for(option, stage, with_cells=with_cells)]


@pytest.mark.parametrize(
    ("name", "cells"),
    [("total", (8, 2)), ("exclusive", (-10, 2)), ("turns", (9, -1, 0, 2)), ("prefix", (-10, -8))],
)
def test_cells_of_both_parts_are_combined_in_a_buffer_of_their_own(
    name: str, cells: tuple[int, ...]
) -> None:
    first, second = kernel("data[0] = 9;", (0, 0)), kernel("data[0] = -1;", (0, 2, 5))
    made = fusion(first, second, name)
    fused(made)
    found = result(made.program("whole"))
    assert isinstance(found, Buffers)
    assert struct.unpack(f"<{len(cells)}i", found.data[2]) == cells


def test_cells_of_wgsl_are_found_in_structures() -> None:
    text = """struct Held { level: f32, words: array<i32, 2> }
@group(0) @binding(0) var<storage, read_write> held: Held;
@compute @workgroup_size(1) fn main() { held.words[1] = 5; held.level = 2.0; }
"""
    inputs = Inputs(buffers=(Buffer(0, bytes(12), (("float", 1), ("int", 2))),))
    part = program(text, "wgsl", inputs, stage="compute")
    assert "(a_held.words[k])" in fused(fusion(part, part, "total"))


MINE = "int me = int(gl_LocalInvocationIndex);"
MANY_WGSL = """@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(2, 2) fn main(@builtin(local_invocation_index) me: u32) {
  data[3u - me] = data[3u - me] + me;
}
"""


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("total", (41, 12, 23, 34)),
        ("exclusive", (41, 8, 23, 26)),
        ("turns", (1, 40, 2, 10, 3, 20, 4, 30)),
        ("prefix", (41, 49, 72, 98)),
    ],
)
@pytest.mark.parametrize("size", [2, 4])
def test_cells_of_many_invocations_are_combined_once_all_have_come(
    name: str, cells: tuple[int, ...], size: int
) -> None:
    turn = f"for (int k = me; k < 4; k += {size})"
    first = kernel(f"{MINE} {turn} data[k] = k + 1;", (0, 0, 0, 0), size=size)
    # Each cell is written by another invocation than the one that combines it.
    second = kernel(f"{MINE} {turn} data[(k + 1) % 4] = (k + 1) * 10;", (0, 0, 0, 0), size=size)
    made = fusion(first, second, name)
    text = fused(made)
    assert text.count("coherent buffer") == 2
    found = result(made.program("whole"))
    assert isinstance(found, Buffers)
    assert struct.unpack(f"<{len(cells)}i", found.data[2]) == cells


@pytest.mark.parametrize("name", ["total", "exclusive", "turns", "prefix"])
def test_many_invocations_of_wgsl_wait_in_uniform_control_flow(name: str) -> None:
    held = struct.pack("<4I", 1, 20, 300, 4000)
    inputs = Inputs(buffers=(Buffer(0, held, (("uint", 4),)),))
    part = program(MANY_WGSL, "wgsl", inputs, stage="compute")
    text = fused(fusion(part, part, name))
    assert "storageBarrier();" in text
    assert text.count("@builtin(local_invocation_index)") == 1


def test_cells_that_are_written_are_preferred_and_become_readable() -> None:
    before = "layout(std430, binding = 1) writeonly buffer Made { int made[2]; };"
    given = kernel("made[0] = data[1]; made[1] = 5;", (3, 4), before=before)
    text = given.source.replace(b"buffer Data", b"readonly buffer Data").decode()
    buffers = (*given.inputs.buffers, Buffer(1, bytes(8), (("int", 2),)))
    part = program(text, "glsl", Inputs(buffers=buffers), stage="compute")
    made = fusion(part, part, "total")
    whole = fused(made)
    assert "writeonly" not in whole
    found = result(made.program("whole"))
    assert isinstance(found, Buffers)
    assert struct.unpack("<2i", found.data[-1]) == (8, 10)


REAL = kernel("", (0,)).source.replace(b"int data", b"float data")
LEAVES = "if (gl_LocalInvocationIndex == 0u) { return; } data[0] = 1;"


@pytest.mark.parametrize(
    "given",
    [
        kernel(LEAVES, (0,), size=2),
        program(REAL.decode(), "glsl", kernel("", (0,)).inputs, "real", "compute"),
    ],
)
def test_parts_without_such_cells_are_refused(given: Program) -> None:
    with pytest.raises(BadInput, match="needs parts with an array of integers"):
        fusion(given, given, "total")


def test_one_invocation_may_leave_early() -> None:
    given = kernel(LEAVES, (2,))
    assert "barrier" not in fused(fusion(given, given, "total"))


def test_parts_of_several_workgroups_are_refused() -> None:
    given = kernel("data[0] = 1;", (0,))
    several = replace(given, inputs=replace(given.inputs, groups=(1, 2, 1)))
    with pytest.raises(BadInput, match="one workgroup"):
        fusion(several, several, "total")
