"""What the vertex shader of a pair in WGSL hands on is what the fragment shader takes."""

from __future__ import annotations

import pytest
from helpers.interpreted_pairs import PATHS, STAGES, interpreter, paths, stages, value
from helpers.pair_texts import SIZES
from helpers.shading_runs import needs_compiler
from helpers.wgsl_pairs import FLAT, TEXTS, Handed, PairText, named_pair, pair, random_pairs
from msgspec.structs import replace

from aberration.core.inputs import Uniform
from aberration.core.outcome import Image
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.options import Path
from aberration.languages.shading.interpret.trap import Refused, Trap


@stages
@paths
@pytest.mark.parametrize("together", [False, True])
def test_what_is_taken_is_what_was_given(stage: ShaderStage, path: Path, together: bool) -> None:
    shown = interpreter(named_pair("floats", stage, SIZES[1], together=together), path)
    width, height = SIZES[1]
    for vertex in range(width * height):
        row, column = divmod(vertex, width)
        a = [value("a", vertex, k) for k in range(4)]
        b = [value("b", vertex, k) for k in range(3)]
        expected = (a[0] + 1, a[1] + a[2], 2 * b[2] - 2 * b[0], (a[3] - 1) / 2)
        assert shown.pixel(column, row) == expected


@paths
def test_integers_are_handed_on_whole(path: Path) -> None:
    text = PairText(
        (
            Handed("i", "vec2i", "vec2i(n.x - 1000000, n.y)", FLAT),
            Handed("w", "u32", "u.x * 4000000u", FLAT),
        ),
        "vec4f(f32(taken.i.x + 1000000), f32(taken.i.y), f32(taken.w >> 8u), f32(taken.w & 255u))",
    )
    shown = interpreter(pair(text, size=SIZES[1]), path)
    for vertex in range(SIZES[1][0]):
        word = int(value("u", vertex)) * 4000000 & 0xFFFFFFFF
        expected = (value("n", vertex), value("n", vertex, 1), float(word >> 8), float(word & 255))
        assert shown.pixel(vertex, 0) == expected


@needs_compiler
@pytest.mark.parametrize("name", TEXTS)
def test_both_paths_both_stages_and_one_module_or_two_give_one_image(name: str) -> None:
    images = [
        interpreter(named_pair(name, stage, SIZES[1], together=together), path).image("rgba32f")
        for stage in STAGES
        for together in (False, True)
        for path in PATHS
    ]
    assert isinstance(images[0], Image), images[0]
    assert len(set(images[0].data)) > 1
    assert all(one == images[0] for one in images)


def test_the_place_of_a_fragment() -> None:
    shown = interpreter(named_pair("place", size=SIZES[1]))
    assert shown.pixel(3, 2) == (3.5 / 4, 2.5 / 4, 1.0, 1.0)


def test_a_discarded_pixel_has_no_colour() -> None:
    shown = interpreter(named_pair("thrown away", size=SIZES[1]))
    found = [shown.pixel(k, 0) for k in range(SIZES[1][0])]
    wanted = [int(value("n", k) + value("n", k, 1)) & 3 for k in range(SIZES[1][0])]
    assert [one is None for one in found] == [one == 0 for one in wanted]
    assert None in found


def test_each_stage_has_private_variables_of_its_own() -> None:
    """The vertex shader calls the function that counts once, and the fragment shader anew."""
    text = PairText(
        (Handed("f", "f32", "f32(counted()) + f32(counted())"),),
        "vec4f(taken.f, f32(counted()), 0.0, 1.0)",
        "var<private> calls: i32 = 4;\nfn counted() -> i32 { calls += 1; return calls; }",
    )
    for together in (False, True):
        assert interpreter(pair(text, together=together)).pixel(2, 1) == (11.0, 5.0, 0.0, 1.0)


@stages
@paths
def test_a_uniform_is_one_for_both_stages(stage: ShaderStage, path: Path) -> None:
    text = PairText(
        (Handed("f", "vec2f", "vec2f(k, a.x)"),),
        "vec4f(taken.f, k, 1.0)",
        "@group(0) @binding(0) var<uniform> k: f32;",
    )
    program = pair(text, stage)
    given = replace(program.inputs, uniforms=(Uniform("k", bytes.fromhex("00004040"), 0),))
    found = interpreter(replace(program, inputs=given), path).pixel(2, 0)
    assert found == (3.0, value("a", 2), 3.0, 1.0)


@stages
def test_the_point_has_to_lie_on_its_pixel(stage: ShaderStage) -> None:
    program = named_pair("floats", stage)
    moved = [one.replace(b", 0.0, 1.0)", b", 0.5, 1.0)") for _, one in program.stages()]
    vertex, fragment = moved
    first, second = (vertex, fragment) if stage == "vertex" else (fragment, vertex)
    found = interpreter(replace(program, source=first, companion=second)).image()
    assert isinstance(found, Trap)
    assert found.kind == "position"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("@location(1) two: vec2f", "@location(9) two: vec2f", "the input two, which the vertex"),
        ("two: vec2f", "two: vec3f", "the input two of type vec3<f32>"),
        ("@location(0) f", "@location(0) @interpolate(linear) f", "f, which is interpolated"),
        ("@location(0) f", "@location(0) @interpolate(perspective) f", "f, which is interpolated"),
        ("@location(1) two", "@location(14) two", "the location of two"),
        ("at: vec4f }", "at: vec4f, @builtin(front_facing) front: bool }", "front_facing"),
        ("at: vec4f }", "at: vec4f, @builtin(sample_index) k: u32 }", "sample_index"),
        ("taken.f,", "dpdx(taken.f),", "dFdx in the fragment shader of a pair"),
    ],
)
def test_what_is_not_known_is_refused_by_name(old: str, new: str, reason: str) -> None:
    program = named_pair("floats")
    source = program.source.decode()
    assert old in source
    with pytest.raises(Refused, match=reason):
        interpreter(replace(program, source=source.replace(old, new).encode()))


def test_more_than_every_device_hands_on_is_refused() -> None:
    def many(count: int) -> Program:
        between = tuple(Handed(f"v{k}", "f32", "a.x") for k in range(count))
        return pair(PairText(between, "vec4f(taken.v0)"))

    interpreter(many(14))
    with pytest.raises(Refused, match="more than 14 variables between two stages"):
        interpreter(many(15))


def test_a_position_alone_is_refused() -> None:
    program = named_pair("place")
    alone = b"@vertex fn place() -> @builtin(position) vec4f { return vec4f(); }"
    fragment = b"@fragment fn paint() -> @location(0) vec4f { return vec4f(1.0); }"
    with pytest.raises(Refused, match="gives its position alone"):
        interpreter(replace(program, source=fragment, companion=alone))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("binding(0) var<uniform> k: f32", "binding(0) var<uniform> k: i32"),
        ("> k: f32", "> j: f32"),
    ],
)
def test_what_is_bound_at_one_place_is_one(old: str, new: str) -> None:
    text = PairText(
        (Handed("f", "f32", "f32(k)"),),
        "vec4f(taken.f + f32(k))",
        "@group(0) @binding(0) var<uniform> k: f32;",
    )
    program = pair(text)
    given = replace(program.inputs, uniforms=(Uniform("k", bytes(4), 0),))
    other = program.companion.decode().replace(old, new).replace("f32(k)", f"f32({new[-6]})")
    assert other.encode() != program.companion
    with pytest.raises(Refused, match="declare otherwise"):
        interpreter(replace(program, inputs=given, companion=other.encode()))


@needs_compiler
def test_random_pairs_are_one_image_on_both_paths() -> None:
    for program in random_pairs(4):
        # The C path leaves some numbers to the Python path.
        images = [interpreter(program, path).image() for path in ("python", "auto")]
        assert isinstance(images[0], Image), images[0]
        assert images[0] == images[1]
        assert images[0] == interpreter(program.companion_program()).image()
