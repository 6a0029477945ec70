"""Textures and samplers in WGSL: every texel is what `core.textures` says, however it is read."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

import numpy as np
import pytest
from helpers.conformance import available
from msgspec.structs import replace

from aberration.core.comparison import pixels
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Compiled, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.shapes import Shape
from aberration.core.textures import CHANNELS, WRAPS, Numbers, Sampler, Texture, Wrap, texel
from aberration.core.ways import ways_of
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in available()}
NAMES = ("wgpu-lavapipe", "wgpu-swiftshader", "dawn-swiftshader")
everywhere = pytest.mark.parametrize("name", NAMES)

WGSL_SHAPES: Final[Mapping[Shape, str]] = {"2D": "2d", "3D": "3d", "2DArray": "2d_array"}
WGSL_NUMBERS: Final[Mapping[Numbers, str]] = {"float": "f32", "int": "i32", "uint": "u32"}
SIZES: Final[Mapping[Shape, tuple[int, int, int]]] = {
    "2D": (7, 5, 1),
    "3D": (5, 3, 4),
    "2DArray": (3, 7, 3),
}
Texel = tuple[int, ...]
Place = tuple[int, int, int]


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(limit=6) as opened:
        yield opened


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    return pool.run(TARGETS[name], program, 60.0).outcome


def refusal(pool: TargetPool, name: str, program: Program) -> str:
    outcome = run(pool, name, program)
    assert isinstance(outcome, Rejected), outcome
    assert outcome.unasked
    return outcome.message


def declared(one: Texture | Sampler) -> str:
    kind = "sampler"
    if isinstance(one, Texture):
        kind = f"texture_{WGSL_SHAPES[one.shape]}<{WGSL_NUMBERS[one.numbers]}>"
    return f"@group({one.descriptor_set}) @binding({one.binding}) var {one.name}: {kind};\n"


def places(size: Place) -> list[Place]:
    return [(x, y, z) for z, y, x in product(*map(range, reversed(size)))]


def channels(texture: Texture, place: Place) -> Texel:
    return tuple(texel(texture, place, channel) for channel in range(CHANNELS))


def value_bytes(texture: Texture, values: Sequence[Texel]) -> bytes:
    """Return values as a shader stores them: floats are shares of 256."""
    flat = [channel for value in values for channel in value]
    if texture.numbers == "float":
        return struct.pack(f"<{len(flat)}f", *(channel / 256 for channel in flat))
    return struct.pack(f"<{len(flat)}I", *flat)


# ---- loads


def loaded(texture: Texture) -> Program:
    """Return a program that stores all texels, one workgroup each, read with `textureLoad`."""
    width, height, _ = texture.size
    coordinates = {"2D": "at.xy, 0", "3D": "at, 0", "2DArray": "at.xy, at.z, 0"}[texture.shape]
    text = f"""{declared(texture)}
@group(0) @binding(0) var<storage, read_write> seen: array<u32>;
@compute @workgroup_size(1) fn go(@builtin(workgroup_id) id: vec3<u32>) {{
  let at = vec3<i32>(id);
  let value = bitcast<vec4<u32>>(textureLoad({texture.name}, {coordinates}));
  let first = 4u * (id.x + {width}u * (id.y + {height}u * id.z));
  seen[first] = value.x; seen[first + 1u] = value.y;
  seen[first + 2u] = value.z; seen[first + 3u] = value.w;
}}"""
    count = len(places(texture.size)) * CHANNELS
    inputs = Inputs(
        buffers=(Buffer(0, bytes(4 * count), (("uint", count),)),),
        groups=texture.size,
        textures=(texture,),
    )
    return Program("wgsl", "compute", text.encode(), inputs)


@everywhere
@pytest.mark.parametrize("numbers", WGSL_NUMBERS)
def test_loads_give_every_texel(pool: TargetPool, name: str, numbers: Numbers) -> None:
    for number, shape in enumerate(WGSL_SHAPES):
        texture = Texture("image", shape, numbers, SIZES[shape], number, "clamp", 3, 1)
        outcome = run(pool, name, loaded(texture))
        assert isinstance(outcome, Buffers), outcome
        expected = [channels(texture, place) for place in places(texture.size)]
        assert outcome.data[0] == value_bytes(texture, expected), shape


@pytest.mark.parametrize("name", [f"{name}:rgba32f" for name in NAMES])
@pytest.mark.parametrize("numbers", WGSL_NUMBERS)
def test_texels_are_drawn(pool: TargetPool, name: str, numbers: Numbers) -> None:
    texture = Texture("image", "2D", numbers, (64, 3, 1), 256, binding=0)
    body = "return vec4<f32>(textureLoad(image, vec2<i32>(position.xy), 0));"
    outcome = run(pool, name, fragment(body, texture, width=64, height=3))
    assert isinstance(outcome, Image), outcome
    unit = 256 if numbers == "float" else 1
    expected = [channels(texture, place) for place in places(texture.size)]
    assert np.array_equal(pixels(outcome).reshape(-1, 4), np.array(expected) / unit)


def test_the_smallest_arrays_and_the_largest_textures_are_bound(pool: TargetPool) -> None:
    textures = (
        Texture("image", "2DArray", "float", (1, 1, 1), binding=1),
        Texture("image", "3D", "uint", (1, 1, 64), binding=1),
    )
    for name, texture in product(NAMES, textures):
        outcome = run(pool, name, loaded(texture))
        assert isinstance(outcome, Buffers), outcome
        expected = [channels(texture, place) for place in places(texture.size)]
        assert outcome.data[0] == value_bytes(texture, expected)


@pytest.mark.parametrize("layers", [1, 2, 6, 7, 12])
def test_arrays_on_opengl_are_right_or_refused(pool: TargetPool, layers: int) -> None:
    texture = Texture("image", "2DArray", "int", (3, 3, layers), binding=1)
    for name in ("wgpu-gl-llvmpipe", "dawn-gl-llvmpipe"):
        outcome = run(pool, name, loaded(texture))
        if name.startswith("wgpu") and layers not in (2, 7):
            assert isinstance(outcome, Rejected)
            assert outcome.unasked
            continue
        assert isinstance(outcome, Buffers), outcome
        expected = [channels(texture, place) for place in places(texture.size)]
        assert outcome.data[0] == value_bytes(texture, expected)


# ---- samples


def fragment(body: str, *sampled: Texture | Sampler, width: int = 8, height: int = 4) -> Program:
    text = "".join(map(declared, sampled)) + (
        "fn shown(value: vec4<f32>) -> vec4<f32> "
        "{ return vec4<f32>(vec4<u32>(value * 256.0) & vec4<u32>(255u)) / 255.0; }\n"
        "@fragment fn shade(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32>"
        f" {{ {body} }}"
    )
    inputs = Inputs(
        width=width,
        height=height,
        textures=tuple(one for one in sampled if isinstance(one, Texture)),
        samplers=tuple(one for one in sampled if isinstance(one, Sampler)),
    )
    return Program("wgsl", "fragment", text.encode(), inputs)


WRAPPED: Final[Mapping[Wrap, Callable[[int, int], int]]] = {
    "repeat": lambda at, size: at % size,
    "clamp": lambda at, size: min(max(at, 0), size - 1),
    "mirror": lambda at, size: min(at % (2 * size), 2 * size - 1 - at % (2 * size)),
}


def wrapped_place(texture: Texture, wrap: Wrap, at: Place) -> Place:
    """Return the texel that is sampled at a place in or around a texture; layers are clamped."""
    plain, deep = WRAPPED[wrap], WRAPPED["clamp" if texture.shape == "2DArray" else wrap]
    (x, y, z), (width, height, depth) = at, texture.size
    return plain(x, width), plain(y, height), deep(z, depth)


AROUND: Final = (12, 6)
"""Pixels of a slice: four texels, or two, before a texture, in it, and behind it."""
SLICES: Final[Mapping[Shape, int]] = {"2D": 1, "3D": 12, "2DArray": 5}


def sampled_around(texture: Texture, sampler: Sampler, function: str) -> Program:
    """Return a program that draws slices below each other, sampled at the centres of texels."""
    level = ", 0.0" if function == "textureSampleLevel" else ""
    coordinates = {"2D": "uv", "3D": "vec3<f32>(uv, w)", "2DArray": "uv, slice"}[texture.shape]
    body = f"""
  let row = i32(position.y) % 6;
  let slice = i32(position.y) / 6 - {texture.size[2] if texture.shape != "2D" else 0};
  let w = (f32(slice) + 0.5) / {texture.size[2]}.0;
  let uv = vec2<f32>((position.x - 4.0) / 4.0, (f32(row) - 1.5) / 2.0);
  return shown({function}({texture.name}, {sampler.name}, {coordinates}{level}));"""
    width, height = AROUND
    height *= SLICES[texture.shape]
    return fragment(body, texture, sampler, width=width, height=height)


@everywhere
@pytest.mark.parametrize("shape", WGSL_SHAPES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_samples_are_wrapped(pool: TargetPool, name: str, shape: Shape, wrap: Wrap) -> None:
    depth = {"2D": 1, "3D": 4, "2DArray": 3}[shape]
    texture = Texture("image", shape, "float", (4, 2, depth), 77, binding=4, descriptor_set=2)
    sampler = Sampler("way", wrap, 0)
    before = 0 if shape == "2D" else depth
    area = (*AROUND, SLICES[shape])
    around = [(x - 4, y - 2, z - before) for x, y, z in places(area)]
    expected = [channels(texture, wrapped_place(texture, wrap, at)) for at in around]
    for function in ("textureSample", "textureSampleLevel"):
        outcome = run(pool, name, sampled_around(texture, sampler, function))
        assert isinstance(outcome, Image), outcome
        assert np.array_equal(pixels(outcome).reshape(-1, 4), np.array(expected) & 255), function


TWO: Final = (
    Texture("first", number=1, size=(4, 2, 1), binding=0),
    Texture("second", number=2, size=(4, 2, 1), binding=7, descriptor_set=3),
    Sampler("over", "repeat", 5),
    Sampler("edge", "clamp", 2, 3),
)
BOTH: Final = """let uv = position.xy / vec2<f32>(4.0, 2.0);
  return shown(vec4<f32>(
    textureSample(first, over, uv).xy, textureSampleLevel(second, edge, uv, 0.0).xw));"""


def seen_of_both() -> list[Texel]:
    first, second = (one for one in TWO if isinstance(one, Texture))
    return [
        (
            *channels(first, wrapped_place(first, "repeat", at))[:2],
            *channels(second, wrapped_place(second, "clamp", at))[::3],
        )
        for at in places((8, 4, 1))
    ]


@everywhere
def test_one_texture_has_two_samplers(pool: TargetPool, name: str) -> None:
    image = Texture("image", size=(4, 2, 1), binding=0)
    over, edge = Sampler("over", "mirror", 6), Sampler("edge", "clamp", 7)
    body = """let uv = position.xy / vec2<f32>(4.0, 2.0);
  let left = textureSample(image, over, uv).xy;
  return shown(vec4<f32>(left, textureSample(image, edge, uv).zw));"""
    outcome = run(pool, name, fragment(body, image, over, edge))
    assert isinstance(outcome, Image), outcome
    expected = [
        (
            *channels(image, wrapped_place(image, "mirror", at))[:2],
            *channels(image, wrapped_place(image, "clamp", at))[2:],
        )
        for at in places((8, 4, 1))
    ]
    assert np.array_equal(pixels(outcome).reshape(-1, 4), np.array(expected) & 255)


@everywhere
def test_two_textures_and_two_samplers_are_told_apart(pool: TargetPool, name: str) -> None:
    outcome = run(pool, name, fragment(BOTH, *TWO))
    assert isinstance(outcome, Image), outcome
    assert np.array_equal(pixels(outcome).reshape(-1, 4), np.array(seen_of_both()) & 255)


COUNTED: Final = """
@group(0) @binding(1) var<uniform> share: f32;
@group(0) @binding(2) var<storage, read_write> seen: array<f32>;
@group(0) @binding(3) var image: texture_2d<f32>;
@group(1) @binding(0) var way: sampler;
@compute @workgroup_size(4) fn go(@builtin(global_invocation_id) id: vec3<u32>) {
  let at = vec2<f32>((f32(id.x) + 0.5) / 8.0, 1.25);
  seen[id.x] += share * textureSampleLevel(image, way, at, 0.0).y;
}"""


def counted() -> Program:
    """Return a program with a uniform, a storage buffer, a texture and a sampler."""
    inputs = Inputs(
        (Uniform("share", struct.pack("<f", 0.5), 1),),
        (Buffer(2, struct.pack("<16f", *range(16)), (("float", 16),)),),
        groups=(4, 1, 1),
        textures=(Texture("image", size=(8, 2, 1), binding=3),),
        samplers=(Sampler("way", "mirror", 0, 1),),
    )
    return Program("wgsl", "compute", COUNTED.encode(), inputs)


def sums() -> Outcome:
    (texture,) = counted().inputs.textures
    values = [at + texel(texture, (at if at < 8 else 15 - at, 1, 0), 1) / 512 for at in range(16)]
    return Buffers((struct.pack("<16f", *values),), ((("float", 16),),))


@everywhere
def test_compute_samples(pool: TargetPool, name: str) -> None:
    assert run(pool, name, counted()) == sums()


@everywhere
def test_programs_before_and_after_need_no_textures(pool: TargetPool, name: str) -> None:
    plain = fragment("return vec4<f32>(position.xy / 8.0, 0.0, 1.0);")
    before = run(pool, name, plain)
    assert isinstance(before, Image)
    shown = run(pool, name, fragment(BOTH, *TWO))
    assert run(pool, name, plain) == before
    assert run(pool, name, fragment(BOTH, *TWO)) == shown


# ---- what cannot be bound


@everywhere
def test_what_does_not_agree_is_refused(pool: TargetPool, name: str) -> None:
    def given(program: Program, *sampled: Texture | Sampler) -> Program:
        return replace(program, inputs=fragment("", *sampled).inputs)

    program = fragment(BOTH, *TWO)
    flat, second, over, edge = TWO
    whole = replace(flat, numbers="int")
    deep = replace(flat, shape="3D")
    swapped = replace(over, binding=flat.binding), replace(flat, binding=over.binding)
    assert refusal(pool, name, given(program)).startswith("first is a texture or sampler, and none")
    assert refusal(pool, name, given(program, flat, second, over)).startswith("edge is a texture")
    for others in ((whole, over), (deep, over), swapped):
        message = refusal(pool, name, given(program, *others, second, edge))
        assert message.startswith("first is a texture of float, shape 2D, and "), message


@everywhere
def test_what_the_shader_does_not_declare_is_left_out(pool: TargetPool, name: str) -> None:
    more = Texture("more", "3D", "uint", (2, 2, 2), binding=9), Sampler("other", binding=8)
    program = fragment(BOTH, *TWO)
    inputs = fragment("", *TWO, *more).inputs
    shown = run(pool, name, program)
    assert isinstance(shown, Image)
    assert run(pool, name, replace(program, inputs=inputs)) == shown


@pytest.mark.parametrize("name", ["tint", "tint:essl"])
def test_translators_get_no_textures(pool: TargetPool, name: str) -> None:
    assert refusal(pool, name, fragment(BOTH, *TWO))
    lone = fragment("return vec4<f32>(1.0);", Sampler("way", binding=1))
    assert refusal(pool, name, lone) == "textures and samplers are not translated"


def test_other_languages_get_no_textures(pool: TargetPool) -> None:
    text = b"#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }"
    inputs = Inputs(width=8, height=4, textures=(Texture("image", binding=0),))
    program = Program("glsl", "fragment", text, inputs)
    message = "textures are bound for WGSL alone"
    assert refusal(pool, "wgpu-lavapipe", program) == message
    outcome = run(pool, "wgpu-lavapipe", replace(program, inputs=Inputs(width=8, height=4)))
    assert isinstance(outcome, Image)


def test_a_front_end_alone_knows_textures(pool: TargetPool) -> None:
    assert run(pool, "dawn-null", fragment(BOTH, *TWO)) == Compiled()


# ---- ways of driving


@everywhere
def test_ways_change_nothing(pool: TargetPool, name: str) -> None:
    api = ways_of("dawn" if name.startswith("dawn") else "wgpu", "fragment")
    program = fragment(BOTH, *TWO)
    shown = run(pool, name, program)
    assert isinstance(shown, Image)
    for ways in (*((way,) for way in sorted(api)), tuple(sorted(api))):
        driven = replace(program, inputs=replace(program.inputs, ways=ways))
        assert run(pool, name, driven) == shown, ways


@everywhere
def test_ways_of_dispatches_change_nothing(pool: TargetPool, name: str) -> None:
    api = ways_of("dawn" if name.startswith("dawn") else "wgpu", "compute")
    program = counted()
    for ways in (*((way,) for way in sorted(api)), tuple(sorted(api))):
        driven = replace(program, inputs=replace(program.inputs, ways=ways))
        assert run(pool, name, driven) == sums(), ways


@everywhere
def test_an_automatic_layout_has_no_unused_texture(pool: TargetPool, name: str) -> None:
    program = fragment("return vec4<f32>(1.0);", *TWO)
    assert isinstance(run(pool, name, program), Image)
    driven = replace(program, inputs=replace(program.inputs, ways=("UseAutomaticLayout",)))
    assert refusal(pool, name, driven)
    assert isinstance(run(pool, name, program), Image)
