"""Storage images of GLSL and ESSL, on both paths: what they hold, and what is refused."""

from __future__ import annotations

from typing import Final, Literal

import pytest
from helpers.storage_image_cases import made_case
from helpers.storage_images import image_of, left_by, numbers_in, stored_shader
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.storage_images import FORMATS, TexelFormat
from aberration.languages.native.compiler import available
from aberration.languages.shading.interpret.images.lowering import with_buffers_for_images
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

Path = Literal["python", "c"]
PATHS: Final[tuple[Path, ...]] = ("python", "c") if available() else ("python",)
COUNTS: Final = "layout(binding = 0, r32ui) uniform uimage2D counts;"
COHERENT: Final = COUNTS.replace("uniform", "coherent uniform")
FOUR: Final = (4, 4, 1)


def dispatched(shader: Program) -> Buffers | Trap | Endless:
    """What both paths leave, which agree."""
    assert shader.language in ("glsl", "essl")
    language: LanguageName = "essl" if shader.language == "essl" else "glsl"
    found = [
        Interpreter(
            read(shader.source, language), "compute", shader.inputs, Options(path=path)
        ).dispatch()
        for path in PATHS
    ]
    assert all(one == found[0] for one in found)
    return found[0]


def texels(shader: Program) -> list[tuple[float, ...]]:
    found = dispatched(shader)
    assert isinstance(found, Buffers), found
    return [
        numbers_in(buffer, data)
        for buffer, data in zip(shader.inputs.buffers, found.data, strict=True)
    ]


def counted(body: str, declared: str = COUNTS) -> Program:
    return stored_shader(declared, body, [image_of("r32ui", FOUR)])


def trap_of(shader: Program) -> str:
    found = dispatched(shader)
    assert isinstance(found, Trap), found
    return found.kind


@pytest.mark.parametrize("seed", range(16))
def test_texts_and_modules_leave_the_same(seed: int) -> None:
    shader = made_case(seed)
    assert texels(shader) == list(left_by(shader))


@pytest.mark.parametrize("written", FORMATS)
def test_formats_of_essl(written: TexelFormat) -> None:
    letter = {"i": "i", "ui": "u", "f": ""}[written.partition("32")[2]]
    source, target = (image_of(written, FOUR, binding=k) for k in (0, 1))
    text = f"""#version 310 es
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0, {written}) readonly uniform highp {letter}image2D i;
layout(binding = 1, {written}) writeonly uniform highp {letter}image2D o;
void main() {{
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(o, at, imageLoad(i, imageSize(i) - 1 - at) + {letter}vec4(1, 2, 3, 4));
}}
"""
    program = Program("essl", "compute", text.encode(), Inputs(buffers=(source, target)))
    four = written.startswith("rgba")
    step = 4 if four else 1
    wanted = [
        float(step * (15 - k // step) + (k % 4 if four else 0) + (k % 4 + 1 if four else 1))
        for k in range(16 * step)
    ]
    assert list(texels(program)[1]) == wanted


@pytest.mark.parametrize("place", ["at + 1", "at - 1", "ivec2(at.x + 4, at.y)", "ivec2(1 << 30)"])
@pytest.mark.parametrize(
    "access",
    [
        "imageStore(counts, {}, uvec4(1u));",
        "imageStore(counts, at, imageLoad(counts, {}));",
        "imageAtomicAdd(counts, {}, 1u);",
    ],
)
def test_a_place_outside_of_the_image_is_undefined(access: str, place: str) -> None:
    assert trap_of(counted(access.format(place))) == "out-of-bounds"


def test_two_invocations_at_one_texel_race() -> None:
    assert trap_of(counted("imageStore(counts, ivec2(at.x, 0), uvec4(at.y));")) == "race"


def test_arguments_are_converted_as_those_of_the_function() -> None:
    body = "imageAtomicAdd(counts, at, 5); imageStore(counts, at, imageLoad(counts, at) + 1);"
    assert texels(counted(body)) == [tuple(k + 6 for k in range(16))]


# ---- what orders images

EXCHANGE: Final = (
    "imageStore(counts, at, uvec4(at.x)); {} "
    "uint beside = imageLoad(counts, ivec2(3 - at.x, at.y)).x; {} "
    "imageStore(counts, at, uvec4(beside + 10u));"
)


@pytest.mark.parametrize(
    "wait",
    [
        "memoryBarrierImage(); barrier();",
        "memoryBarrier(); barrier();",
        "groupMemoryBarrier(); barrier();",
    ],
)
def test_barriers_order_coherent_images(wait: str) -> None:
    shader = counted(EXCHANGE.format(wait, wait), COHERENT)
    assert texels(shader) == [(13, 12, 11, 10) * 4]


@pytest.mark.parametrize(
    ("declared", "wait"),
    [
        (COUNTS, "memoryBarrierImage(); barrier();"),
        (COHERENT, "barrier();"),
        (COHERENT, "memoryBarrierBuffer(); barrier();"),
        (COHERENT, "memoryBarrierImage();"),
        (COHERENT, "memoryBarrierShared(); barrier();"),
    ],
)
def test_other_barriers_do_not(declared: str, wait: str) -> None:
    assert trap_of(counted(EXCHANGE.format(wait, wait), declared)) == "race"


def test_a_barrier_of_images_beside_coherent_buffers_is_refused() -> None:
    declared = f"{COHERENT} layout(binding = 1) coherent buffer B {{ uint data[]; }};"
    shader = counted(EXCHANGE.format("memoryBarrierImage();", ""), declared)
    with pytest.raises(Refused, match="orders either buffers or storage images"):
        dispatched(shader)


# ---- what is not known


@pytest.mark.parametrize(
    ("declared", "body", "message"),
    [
        (COUNTS.replace("r32ui", "rgba8ui"), "imageLoad(counts, at);", "of this kind"),
        (COUNTS.replace("2D", "Cube"), "imageLoad(counts, ivec3(0));", "of this kind"),
        (COUNTS.replace("0", "1"), "imageLoad(counts, at);", "which the inputs do not give"),
        (COUNTS.replace("2D", "3D"), "imageSize(counts);", "r32ui 3D, and r32ui 2D is given"),
        (f"{COUNTS} coherent counts;", "imageLoad(counts, at);", "which is qualified again"),
        (
            f"{COUNTS} {COUNTS.replace('counts', 'others')}",
            "imageStore(counts, at, imageLoad(others, at));",
            "two storage images at one binding",
        ),
        (
            f"{COUNTS} uint f(uimage2D i) {{ return imageLoad(i, ivec2(0)).x; }}",
            "f(counts);",
            "a storage image as a parameter",
        ),
        (
            COUNTS.replace("counts", "counts[2]"),
            "imageLoad(counts[0], at);",
            "otherwise than by its functions",
        ),
        (
            "layout(binding = 0) buffer B { uint data[]; };",
            "data[0] = 1u;",
            "the block B where the inputs give a storage image",
        ),
    ],
)
def test_what_is_refused(declared: str, body: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        dispatched(counted(body, declared))


def test_an_image_of_less_than_high_precision_is_refused() -> None:
    text = """#version 310 es
layout(local_size_x = 1) in;
layout(binding = 0, r32f) uniform mediump image2D i;
void main() { imageStore(i, ivec2(0), imageLoad(i, ivec2(0))); }
"""
    image = image_of("r32f", (1, 1, 1))
    with pytest.raises(Refused, match="whose precision is not highp"):
        dispatched(Program("essl", "compute", text.encode(), Inputs(buffers=(image,))))


def test_an_older_version_is_refused() -> None:
    text = """#version 420
layout(binding = 0, r32ui) readonly uniform uimage2D i;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(imageLoad(i, ivec2(gl_FragCoord.xy))); }
"""
    inputs = Inputs(width=4, height=4, buffers=(image_of("r32ui", FOUR),))
    with pytest.raises(Refused, match="storage images in version 420"):
        Interpreter(read(text, "glsl"), "fragment", inputs)


def test_images_that_nothing_uses_need_no_inputs() -> None:
    declared = f"{COUNTS} layout(binding = 7, rgba8) uniform image2D unused;"
    assert texels(counted("imageStore(counts, at, uvec4(1u));", declared)) == [(1,) * 16]


def test_a_shader_without_images_is_not_changed() -> None:
    shader = read("#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}", "glsl")
    assert with_buffers_for_images(shader, "compute", {}) is shader


def test_fragment_shaders_read_images() -> None:
    text = """#version 450
layout(binding = 0, rgba32f) readonly uniform image2D i;
layout(location = 0) out vec4 colour;
void main() { colour = imageLoad(i, ivec2(gl_FragCoord.xy)); }
"""
    image = image_of("rgba32f", FOUR, numbers=[k / 64 for k in range(64)])
    inputs = Inputs(width=4, height=4, buffers=(image,))
    made = Interpreter(read(text, "glsl"), "fragment", inputs, Options(path="auto"))
    found = made.image("rgba32f")
    assert isinstance(found, Image)
    assert found.data == image.data


def test_fragment_shaders_write_none() -> None:
    text = """#version 450
layout(binding = 0, r32ui) uniform uimage2D i;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(imageAtomicAdd(i, ivec2(0), 1u)); }
"""
    inputs = Inputs(width=4, height=4, buffers=(image_of("r32ui", FOUR),))
    with pytest.raises(Refused, match="imageAtomicAdd in the fragment stage"):
        Interpreter(read(text, "glsl"), "fragment", inputs)


def test_the_bytes_of_buffers_beside_images_are_their_own() -> None:
    declared = f"{COUNTS} layout(std430, binding = 1) buffer B {{ uint data[]; }};"
    body = "data[at.x + 4 * at.y] = imageAtomicOr(counts, at, 16u);"
    shader = counted(body, declared)
    words = Buffer(1, bytes(64), (("uint", 16),))
    images = (*shader.inputs.buffers, words)
    found = dispatched(replace(shader, inputs=replace(shader.inputs, buffers=images)))
    assert isinstance(found, Buffers)
    assert found.data[1] == images[0].data
