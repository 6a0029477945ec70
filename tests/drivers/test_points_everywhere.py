"""Programs for the vertex stage on OpenGL, WebGL and WebGPU: a point for each pixel, in the colour
that the vertex stage hands on. What is expected is computed here, and exact.
"""

from __future__ import annotations

import pytest
from helpers import vertices
from helpers.here import here
from helpers.newest import with_newest
from helpers.sampling import one_in
from helpers.vertices import SIZES, Wanted
from msgspec.structs import replace

from aberration.core.attributes import Attribute
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.core.tiles import Tile
from aberration.targets.pool import TargetPool

SECONDS = 60.0
TARGETS = {target.id: target for target in here()}
OPENGL = (
    "llvmpipe",
    "llvmpipe-nopt",
    "softpipe",
    "zink-lavapipe",
    "llvmpipe@newest",
    "softpipe@newest",
    "zink-lavapipe@newest",
)
WEBGL = ("angle-swiftshader", "angle-gl-llvmpipe")
WEBGPU = (
    "wgpu-lavapipe",
    "wgpu-swiftshader",
    "wgpu-gl-llvmpipe",
    "wgpu-lavapipe@newest",
    "wgpu-gl-llvmpipe@newest",
    "dawn-swiftshader",
    "dawn-gl-llvmpipe",
    "dawn-lavapipe@newest",
    "dawn-gl-llvmpipe@newest",
    "chromium-webgpu-swiftshader",
)
WITHOUT_FLOATS = (
    "wgpu-gl-llvmpipe",
    "wgpu-gl-llvmpipe@newest",
    "dawn-lavapipe@newest",
    "dawn-gl-llvmpipe@newest",
)
sizes = pytest.mark.parametrize("size", SIZES, ids=["8x8", "13x7"])


def target_of(name: str, floats: str = "") -> Target:
    """Return a target; skip the test where it is not here."""
    found = with_newest(name).id if name.endswith("@newest") else name
    target = TARGETS.get(f"{found}{floats}")
    if target is None or not target.available:
        pytest.skip(f"{name}{floats} is not here")
    return target


def dialects_of(name: str) -> list[str]:
    """Return the dialects that a driver has: softpipe's GLSL ends at 3.30."""
    if name in WEBGPU:
        return ["wgsl"]
    if name in WEBGL:
        return ["100", "300 es"]
    every = [*vertices.GLSL, "330 compatibility", *vertices.ESSL]
    return [one for one in every if one != "450" or "softpipe" not in name]


def check(pool: TargetPool, target: Target, wanted: Wanted) -> None:
    outcome = run(pool, target, wanted.program)
    assert isinstance(outcome, Image), (wanted.name, wanted.program.name, outcome)
    assert outcome.data == wanted.image, (wanted.name, wanted.program.name)


def run(pool: TargetPool, target: Target, program: Program) -> Outcome:
    return pool.run(target, program, SECONDS).outcome


def refusal(pool: TargetPool, target: Target, program: Program) -> str:
    outcome = run(pool, target, program)
    assert isinstance(outcome, Rejected), outcome
    assert outcome.unasked
    return outcome.message


@sizes
@pytest.mark.parametrize("name", one_in(2, [*OPENGL, *WEBGL, *WEBGPU]))
def test_each_pixel_has_the_colour_of_its_vertex(
    pool: TargetPool, name: str, size: tuple[int, int]
) -> None:
    target = target_of(name)
    for dialect in dialects_of(name):
        check(pool, target, vertices.in_bytes(dialect, size))


@sizes
@pytest.mark.parametrize("name", one_in(2, [*OPENGL, *WEBGL]))
def test_a_vertex_shader_sees_attributes_uniforms_blocks_and_textures(
    pool: TargetPool, name: str, size: tuple[int, int]
) -> None:
    target = target_of(name, ":rgba32f")
    for dialect in dialects_of(name):
        for wanted in vertices.glsl(dialect, size):
            check(pool, target, wanted)


@pytest.mark.parametrize("name", one_in(2, [*OPENGL, *WEBGL]))
def test_a_location_that_the_text_says_counts(pool: TargetPool, name: str) -> None:
    target = target_of(name, ":rgba32f")
    for dialect in dialects_of(name):
        if dialect in ("100", "120"):
            continue
        made = vertices.glsl(dialect, SIZES[1], located=True)
        for wanted in made:
            check(pool, target, wanted)
        text = made[0].program.source.replace(b"location = 3", b"location = 14")
        moved = replace(made[0].program, source=text)
        told = "the attribute 'd' does not lie at location 3"
        assert refusal(pool, target, moved) == told


@sizes
@pytest.mark.parametrize("name", WEBGPU)
def test_a_vertex_stage_sees_attributes_buffers_and_textures(
    pool: TargetPool, name: str, size: tuple[int, int]
) -> None:
    target = target_of(name, "" if name in WITHOUT_FLOATS else ":rgba32f")
    for interpolation in ("flat", "flat, either"):
        for wanted in vertices.wgsl(size, interpolation):
            # In compatibility mode the colour of either vertex is handed on, not of the first.
            if target.id.startswith("dawn-gl") and interpolation == "flat":
                told = refusal(pool, target, wanted.program)
                assert "not supported in compatibility mode" in told
            elif name in WITHOUT_FLOATS:
                outcome = run(pool, target, wanted.program)
                assert isinstance(outcome, Image), outcome
                apart = zip(outcome.data, vertices.rounded(wanted.image), strict=True)
                assert max(abs(one - other) for one, other in apart) <= 1, wanted.name
            else:
                check(pool, target, wanted)


@pytest.mark.parametrize("name", ["llvmpipe", "softpipe", "angle-swiftshader", "wgpu-swiftshader"])
def test_an_attribute_that_nothing_uses_does_no_harm(pool: TargetPool, name: str) -> None:
    target = target_of(name)
    dialect = dialects_of(name)[-1]
    wanted = vertices.in_bytes(dialect, (8, 8))
    given = wanted.program.inputs
    more = replace(given, attributes=(*given.attributes, Attribute("unused", 0, "int", 2)))
    check(pool, target, replace(wanted, program=replace(wanted.program, inputs=more)))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("llvmpipe", "the attribute 'd' is not among those that are given"),
        ("angle-swiftshader", "the attribute 'd' is not among those that are given"),
        ("dawn-swiftshader", "the vertex input 'd' is at a location without an attribute"),
        ("wgpu-swiftshader", "the vertex input 'd' is at a location without an attribute"),
    ],
)
def test_an_attribute_that_is_not_given_is_refused_by_name(
    pool: TargetPool, name: str, told: str
) -> None:
    program = vertices.in_bytes(dialects_of(name)[-1], (8, 8)).program
    inputs = replace(program.inputs, attributes=(vertices.PLACE,))
    assert refusal(pool, target_of(name), replace(program, inputs=inputs)) == told


@pytest.mark.parametrize("name", ["llvmpipe", "llvmpipe@newest", "zink-lavapipe"])
@pytest.mark.parametrize("dialect", ["450", "310 es"])
def test_a_vertex_shader_reads_storage_and_writes_none(
    pool: TargetPool, name: str, dialect: str
) -> None:
    block = "layout(std430, binding = 3) readonly buffer S { float s[4]; };"
    inputs = Inputs(
        width=2,
        height=2,
        attributes=(vertices.PLACE,),
        buffers=(Buffer(3, vertices.as_floats(0.25, 8, -1, 3), (("float", 4),)),),
    )
    body = "aberration_result = vec4(s[gl_VertexID], s[0], s[1], s[2] + s[3]);"
    target = target_of(name, ":rgba32f")
    image = b"".join(vertices.as_floats(one, 0.25, 8, 2) for one in (0.25, 8, -1, 3))
    check(pool, target, Wanted("storage", vertices.shader(dialect, block, body, inputs), image))
    written = vertices.shader(dialect, block.replace("readonly ", ""), body, inputs)
    assert "that the vertex stage may write" in refusal(pool, target, written)


@pytest.mark.parametrize("name", ["llvmpipe", "softpipe", "zink-lavapipe"])
@pytest.mark.parametrize("dialect", ["330", "300 es"])
def test_a_block_that_a_driver_lays_out_is_given_its_words(
    pool: TargetPool, name: str, dialect: str
) -> None:
    (wanted,) = [one for one in vertices.glsl(dialect, (8, 8)) if one.name == "block"]
    text = wanted.program.source.replace(b"layout(std140) ", b"")
    assert text != wanted.program.source
    check(
        pool,
        target_of(name, ":rgba32f"),
        replace(wanted, program=replace(wanted.program, source=text)),
    )


@pytest.mark.parametrize("name", ["llvmpipe", "angle-swiftshader", "dawn-swiftshader"])
def test_no_vertex_program_is_drawn_in_tiles_or_in_other_ways(pool: TargetPool, name: str) -> None:
    program = vertices.in_bytes(dialects_of(name)[-1], (8, 8)).program
    in_tiles = replace(program.inputs, tiles=(Tile(0, 0, 2, 2),))
    indexed = replace(program.inputs, ways=("DrawIndexed",))
    target = target_of(name)
    assert "tiles" in refusal(pool, target, replace(program, inputs=in_tiles))
    assert "DrawIndexed" in refusal(pool, target, replace(program, inputs=indexed))


@pytest.mark.parametrize("name", ["llvmpipe", "zink-lavapipe", "angle-swiftshader"])
def test_triangles_are_drawn_as_before_after_points(pool: TargetPool, name: str) -> None:
    text = (
        b"#version 300 es\nprecision highp float; out vec4 c;"
        b"void main() { c = vec4(gl_FragCoord.xy, 0.0, 255.0) / 255.0; }"
    )
    program = Program("essl", "fragment", text, Inputs(width=6, height=5))
    target = target_of(name)
    first = run(pool, target, program)
    check(pool, target, vertices.in_bytes("300 es", (13, 7)))
    assert isinstance(first, Image)
    assert run(pool, target, program) == first


@pytest.mark.parametrize("name", ["tint+swiftshader", "angle:essl+llvmpipe"])
def test_vertex_programs_are_not_translated(pool: TargetPool, name: str) -> None:
    dialect = "wgsl" if name.startswith("tint") else "300 es"
    program = vertices.in_bytes(dialect, (8, 8)).program
    told = refusal(pool, with_newest(name), program)
    assert told == "programs for the vertex stage are not taken here"


@pytest.mark.parametrize("name", ["identity-glsl", "identity-essl", "identity-wgsl"])
def test_what_our_writer_writes_of_a_vertex_program_is_drawn(pool: TargetPool, name: str) -> None:
    dialect = {"identity-glsl": "450", "identity-essl": "310 es", "identity-wgsl": "wgsl"}[name]
    check(pool, target_of(name), vertices.in_bytes(dialect, (8, 8)))
