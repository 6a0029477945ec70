"""Shaders in WGSL read and write storage textures, on the implementations of WebGPU: each leaves
what our interpreter knows.
"""

from __future__ import annotations

import pytest
from helpers.newest import with_newest
from helpers.storage_images import image_of, words_of
from helpers.wgsl_storage_cases import made_wgsl_case
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Compiled, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.storage_images import WGSL_FORMATS
from aberration.core.target import Target
from aberration.core.ways import ways_of
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.targets.pool import TargetPool

SAMPLE = range(6)
MANY = range(6, 220)
FOUR = (4, 4, 1)
SOME = ["wgpu-lavapipe", "dawn-swiftshader", "dawn-gl-llvmpipe", "chromium-webgpu-swiftshader"]
some = pytest.mark.parametrize("target", SOME)
implementations = pytest.mark.parametrize(
    "target", [*SOME, "wgpu-swiftshader", "wgpu@27:swiftshader", "dawn@0.3.8:swiftshader"]
)
one_of_each = pytest.mark.parametrize("target", ["wgpu-lavapipe", "dawn-swiftshader"])
LACKING = {
    "wgpu@24:lavapipe": ("naga 24 lacks storage textures that are read",),
    "wgpu-gl-llvmpipe": (
        "wgpu on OpenGL binds one layer of a storage texture in three dimensions",
        # naga asks for the size of a level of an image, which GLSL lacks.
        "no matching function for call to `imageSize(",
    ),
}
"""What old ones and wgpu on OpenGL refuse."""


def outcome(pool: TargetPool, target: Target, program: Program) -> Outcome:
    return pool.run(target, program).outcome


def known(program: Program) -> tuple[bytes, ...]:
    shader = read(program.source, "wgsl")
    return words_of(Interpreter(shader, "compute", program.inputs).dispatch())


def agrees(pool: TargetPool, target: Target, seed: int) -> None:
    program = made_wgsl_case(seed)
    found = outcome(pool, target, program)
    assert words_of(found) == known(program), (seed, program.source.decode())


@some
def test_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in SAMPLE:
        agrees(pool, with_newest(target), seed)


@pytest.mark.slow
@implementations
def test_many_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in MANY:
        agrees(pool, with_newest(target), seed)


def agrees_or_lacks(pool: TargetPool, name: str, seeds: range) -> int:
    """Return how many of the made cases a target takes; those are right."""
    taken = 0
    for seed in seeds:
        program = made_wgsl_case(seed)
        found = outcome(pool, with_newest(name), program)
        if isinstance(found, Rejected):
            assert found.unasked
            assert any(reason in found.message for reason in LACKING[name]), found
        else:
            assert words_of(found) == known(program), (seed, program.source.decode())
            taken += 1
    return taken


@pytest.mark.parametrize("target", LACKING)
def test_what_is_lacking_is_refused(pool: TargetPool, target: str) -> None:
    assert agrees_or_lacks(pool, target, SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("target", LACKING)
def test_what_is_lacking_is_refused_of_many(pool: TargetPool, target: str) -> None:
    assert agrees_or_lacks(pool, target, MANY)


@one_of_each
@pytest.mark.parametrize("word", WGSL_FORMATS)
def test_words_stay_as_they_are(pool: TargetPool, target: str, word: str) -> None:
    kept = image_of(WGSL_FORMATS[word], (5, 3, 2), "3D", 3)
    written = image_of("r32ui", (1, 1, 1))
    text = f"""
@group(0) @binding(3) var kept: texture_storage_3d<{word}, write>;
@group(0) @binding(0) var counts: texture_storage_2d<r32uint, read_write>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_id) id: vec3u) {{
  if (textureLoad(counts, vec2u(0)).x > 90) {{ textureStore(kept, id, vec4(1)); }}
}}
"""
    program = Program("wgsl", "compute", text.encode(), Inputs(buffers=(written, kept)))
    found = outcome(pool, with_newest(target), program)
    assert words_of(found) == (written.data, kept.data)


@one_of_each
def test_each_way_to_dispatch_leaves_the_same(pool: TargetPool, target: str) -> None:
    program = made_wgsl_case(SAMPLE[0])
    wanted = known(program)
    own = sorted(ways_of("wgpu" if target.startswith("wgpu") else "dawn", "compute"))
    for ways in (*((way,) for way in own), tuple(own)):
        driven = replace(program, inputs=replace(program.inputs, ways=ways))
        assert words_of(outcome(pool, with_newest(target), driven)) == wanted, ways


@one_of_each
def test_fragment_shaders_read_textures(pool: TargetPool, target: str) -> None:
    text = """@group(0) @binding(0) var i: texture_storage_2d<rgba32float, read>;
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {
  return textureLoad(i, vec2u(place.xy));
}
"""
    image = image_of("rgba32f", FOUR, numbers=[k / 64 for k in range(64)])
    program = Program(
        "wgsl", "fragment", text.encode(), Inputs(width=4, height=4, buffers=(image,))
    )
    found = outcome(pool, with_newest(f"{target}:rgba32f"), program)
    assert isinstance(found, Image), found
    assert found.data == image.data


def test_what_compiles_only_compiles_them(pool: TargetPool) -> None:
    found = outcome(pool, with_newest("dawn-null"), made_wgsl_case(SAMPLE[0]))
    assert isinstance(found, Compiled)


def test_a_translation_of_them_is_refused_by_name(pool: TargetPool) -> None:
    found = outcome(pool, with_newest("tint+lavapipe"), made_wgsl_case(SAMPLE[0]))
    assert isinstance(found, Rejected)
    assert found.unasked
    assert found.message == "storage images are not bound here"
