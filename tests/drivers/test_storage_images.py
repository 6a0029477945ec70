"""Shaders read, write and count in storage images, on the drivers that execute: each leaves what
our interpreter knows.
"""

from __future__ import annotations

import pytest
from helpers.newest import with_newest
from helpers.storage_image_cases import made_case
from helpers.storage_images import PICTURES, image_of, module_of, stored_shader, words_of
from helpers.vulkan_calls import calls_of
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.storage_images import FORMATS, ImageShape, TexelFormat
from aberration.core.target import Target
from aberration.core.ways import ways_of
from aberration.languages.shading.interpret.run import Interpreter as Shading
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.targets.pool import TargetPool

SAMPLE = range(12)
MANY = range(12, 250)
COUNTS = "layout(binding = 0, r32ui) uniform uimage2D counts;"
drivers = pytest.mark.parametrize(
    "target",
    [
        "lavapipe",
        "swiftshader",
        "lavapipe@newest",
        "glslang+lavapipe",
        "shaderc+swiftshader",
        "spirv-opt:-O+lavapipe",
        "llvmpipe",
        "zink-lavapipe",
        "llvmpipe@newest",
        "spirv-cross:450+llvmpipe",
    ],
)
executing = pytest.mark.parametrize("target", ["lavapipe", "swiftshader"])


def outcome(pool: TargetPool, target: Target, program: Program) -> Outcome:
    return pool.run(target, program).outcome


def agrees(pool: TargetPool, target: Target, seed: int) -> None:
    shader = made_case(seed)
    module = module_of(shader)
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    found = outcome(pool, target, module if "spirv" in target.languages else shader)
    assert words_of(found) == wanted, (seed, shader.source.decode())


@drivers
def test_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in SAMPLE:
        agrees(pool, with_newest(target), seed)


@pytest.mark.slow
@drivers
def test_many_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in MANY:
        agrees(pool, with_newest(target), seed)


@executing
@pytest.mark.parametrize("texels", FORMATS)
def test_words_stay_as_they_are(pool: TargetPool, target: str, texels: TexelFormat) -> None:
    letter = {"i": "i", "ui": "u", "f": ""}[texels.partition("32")[2]]
    kept = image_of(texels, (5, 3, 2), "3D", 3)
    declared = f"layout(binding = 3, {texels}) uniform {letter}image3D kept;\n{COUNTS}"
    body = "ivec3 p = ivec3(at, 0); if (at.x > 90) imageStore(kept, p, imageLoad(kept, p));"
    shader = stored_shader(declared, body, [image_of("r32ui", (1, 1, 1)), kept])
    found = outcome(pool, with_newest(target), module_of(shader))
    assert words_of(found) == tuple(one.data for one in shader.inputs.buffers)


@executing
def test_each_way_to_dispatch_leaves_the_same(pool: TargetPool, target: str) -> None:
    declared = f"{COUNTS} layout(set = 1, binding = 1) buffer B {{ uint data[]; }};"
    body = "imageAtomicAdd(counts, at, 3u); data[at.x + 4 * at.y] += imageLoad(counts, at).x;"
    buffer = Buffer(1, bytes(128), (("uint", 32),), 1)
    images = [image_of("r32ui", (4, 8, 1)), buffer]
    module = module_of(stored_shader(declared, body, images, groups=(1, 2, 1)))
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    own = sorted(ways_of("vulkan", "compute"))
    for ways in (*((way,) for way in own), tuple(own)):
        driven = replace(module, inputs=replace(module.inputs, ways=ways))
        assert words_of(outcome(pool, with_newest(target), driven)) == wanted, ways


FRAGMENT = """#version 450
layout(binding = 0, rgba32f) readonly uniform image2D i;
layout(location = 0) out vec4 colour;
void main() { colour = imageLoad(i, ivec2(gl_FragCoord.xy)); }
"""


def fragment(text: str) -> Program:
    image = image_of("rgba32f", (4, 4, 1), numbers=[k / 64 for k in range(64)])
    inputs = Inputs(width=4, height=4, buffers=(image,))
    return module_of(Program("glsl", "fragment", text.encode(), inputs))


@executing
def test_fragment_shaders_read_images(pool: TargetPool, target: str) -> None:
    program = fragment(FRAGMENT)
    found = outcome(pool, with_newest(f"{target}:rgba32f"), program)
    assert isinstance(found, Image), found
    assert found.data == program.inputs.buffers[0].data


@executing
@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            fragment(FRAGMENT.replace("readonly ", "")),
            "a storage image that the fragment stage may write: i",
        ),
        (
            replace(fragment(FRAGMENT), inputs=Inputs(width=4, height=4)),
            "the storage image i, which the inputs do not give",
        ),
        (
            replace(fragment(FRAGMENT), inputs=Inputs(buffers=(image_of("r32f", (4, 4, 1)),))),
            "the storage image i is rgba32f 2D, and r32f 2D is given",
        ),
        (
            module_of(
                stored_shader(
                    f"{COUNTS} layout(binding = 0) uniform sampler2D s;",
                    "imageStore(counts, at, uvec4(textureLod(s, vec2(at), 0.0)));",
                    [image_of("r32ui", (4, 4, 1))],
                )
            ),
            "set 0 binding 0 is that of a storage image and of something else",
        ),
    ],
)
def test_what_is_not_given_is_refused(
    pool: TargetPool, target: str, program: Program, message: str
) -> None:
    found = outcome(pool, with_newest(target), program)
    assert isinstance(found, Rejected)
    assert found.unasked
    assert found.message == message


def test_all_that_is_made_is_destroyed() -> None:
    module = module_of(made_case(SAMPLE[0]))
    _, calls = calls_of(with_newest("lavapipe").stages[0].worker, [module, module])
    for kind in ("Image", "ImageView", "Buffer"):
        assert calls[f"vkCreate{kind}"] == calls[f"vkDestroy{kind}"] == 3, kind
    assert calls["vkAllocateMemory"] == calls["vkFreeMemory"] == 6


def test_runners_that_do_not_bind_them_refuse(pool: TargetPool) -> None:
    found = outcome(pool, with_newest("wgpu-lavapipe"), module_of(made_case(SAMPLE[0])))
    assert isinstance(found, Rejected)
    assert found.unasked
    assert found.message == "storage images are bound for WGSL alone"


# ---- OpenGL and OpenGL ES

ESSL = """#version 310 es
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0, FORMAT) readonly uniform highp LETTERimageSHAPE i;
layout(binding = 1, FORMAT) writeonly uniform highp LETTERimageSHAPE o;
layout(binding = 2, r32ui) uniform highp uimage2D counts;
void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    for (int layer = 0; layer < 2; layer++) {
        imageStore(o, PLACE, imageLoad(i, PLACE) + LETTERvec4(1, 2, 3, 4));
    }
    if (at.x < 2 && at.y == 0) imageStore(counts, at, imageLoad(counts, at) + 1u);
}
"""


@pytest.mark.parametrize("target", ["llvmpipe", "softpipe", "zink-lavapipe", "glslang+lavapipe"])
@pytest.mark.parametrize("shape", PICTURES)
@pytest.mark.parametrize("texels", FORMATS)
def test_images_of_essl(
    pool: TargetPool, target: str, texels: TexelFormat, shape: ImageShape
) -> None:
    letter = {"i": "i", "ui": "u", "f": ""}[texels.partition("32")[2]]
    place = "at" if shape == "2D" else "ivec3(at, layer)"
    text = ESSL.replace("FORMAT", texels).replace("SHAPE", shape).replace("PLACE", place)
    size = (4, 4, 1 if shape == "2D" else 2)
    images = [image_of(texels, size, shape, binding) for binding in (0, 1)]
    counts = image_of("r32ui", (2, 1, 1), binding=2)
    inputs = Inputs(buffers=(*images, counts))
    program = Program("essl", "compute", text.replace("LETTER", letter).encode(), inputs)
    wanted = words_of(Shading(read(program.source, "essl"), "compute", inputs).dispatch())
    assert words_of(outcome(pool, with_newest(target), program)) == wanted


@pytest.mark.parametrize("target", ["llvmpipe", "zink-lavapipe"])
@pytest.mark.parametrize(
    ("declared", "images", "message"),
    [
        (COUNTS, [], "the storage image 'counts', which the inputs do not give"),
        (
            COUNTS,
            [image_of("rgba32ui", (1, 1, 1))],
            "the storage image 'counts' is not declared as rgba32ui 2D",
        ),
        (
            COUNTS.replace("counts", "counts[2]"),
            [image_of("r32ui", (1, 1, 1))],
            "the uniform 'counts' is an array, and images are bound to single ones",
        ),
    ],
)
def test_what_opengl_is_not_given_is_refused(
    pool: TargetPool, target: str, declared: str, images: list[Buffer], message: str
) -> None:
    used = "counts[at.x % 2]" if "[" in declared else "counts"
    shader = stored_shader(declared, f"imageStore({used}, at, uvec4(1u));", images)
    found = outcome(pool, with_newest(target), shader)
    assert isinstance(found, Rejected)
    assert found.unasked
    assert found.message == message


def test_fragment_shaders_of_opengl_read_images(pool: TargetPool) -> None:
    program = fragment(FRAGMENT)
    text = replace(program, language="glsl", source=FRAGMENT.encode())
    found = outcome(pool, with_newest("llvmpipe:rgba32f"), text)
    assert isinstance(found, Image), found
    assert found.data == program.inputs.buffers[0].data


def test_fragment_shaders_of_opengl_write_none(pool: TargetPool) -> None:
    program = fragment(FRAGMENT)
    text = replace(program, language="glsl", source=FRAGMENT.replace("readonly ", "").encode())
    found = outcome(pool, with_newest("llvmpipe"), text)
    assert isinstance(found, Rejected)
    assert found.message == "a storage image that the fragment stage may write: 'i'"


def test_each_way_to_dispatch_in_opengl_leaves_the_same(pool: TargetPool) -> None:
    shader = made_case(SAMPLE[0])
    wanted = words_of(outcome(pool, with_newest("llvmpipe"), shader))
    for way in sorted(ways_of("opengl", "compute")):
        driven = replace(shader, inputs=replace(shader.inputs, ways=(way,)))
        found = outcome(pool, with_newest("llvmpipe"), driven)
        if isinstance(found, Rejected):
            assert (way, found.unasked) == ("UseProgramBinary", True)
        else:
            assert words_of(found) == wanted, way
