"""Storage images of modules: reads, writes, sizes and atomic operations, on both paths."""

from __future__ import annotations

from typing import Final, Literal

import pytest
from helpers.image_modules import drawn, image_module
from helpers.storage_images import (
    image_of,
    left_by,
    module_of,
    proved,
    stored,
    stored_shader,
)
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.core.storage_images import FORMATS, TexelFormat
from aberration.languages.native.compiler import available
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.probes import Probe
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap
from aberration.languages.spirv.module import Module

COUNTS = "layout(binding = 0, r32ui) uniform uimage2D counts;"
FOUR = (4, 4, 1)
needs_native = pytest.mark.skipif(not available(), reason="no C compiler is here")


def one_image(body: str, declared: str = COUNTS, **more: object) -> tuple[float, ...] | Trap:
    found = stored(stored_shader(declared, body, [image_of("r32ui", FOUR)], **more))  # type: ignore[arg-type]
    return found if isinstance(found, Trap) else found[0]


def test_a_texel_is_read_and_written_at_its_place() -> None:
    body = "imageStore(counts, at, imageLoad(counts, at) * 3u + uint(at.y));"
    assert one_image(body) == tuple(3 * k + k // 4 for k in range(16))


def test_channels_that_a_format_lacks_are_0_0_and_1() -> None:
    body = "uvec4 v = imageLoad(counts, at); imageStore(counts, at, uvec4(v.y + 2u * v.z + v.w));"
    assert one_image(body) == (1,) * 16


@pytest.mark.parametrize("texels", FORMATS)
def test_formats(texels: TexelFormat) -> None:
    letter = {"i": "i", "ui": "u", "f": ""}[texels.partition("32")[2]]
    declared = f"layout(binding = 0, {texels}) uniform {letter}image2D i;"
    body = f"imageStore(i, at, imageLoad(i, at) + {letter}vec4(1, 2, 3, 4));"
    image = image_of(texels, FOUR)
    (found,) = left_by(stored_shader(declared, body, [image]))
    four = texels.startswith("rgba")
    assert found == tuple(k + (k % 4 + 1 if four else 1) for k in range(64 if four else 16))


@pytest.mark.parametrize("shape", ["3D", "2DArray"])
def test_layers_and_depth_come_one_after_the_other(shape: str) -> None:
    declared = f"layout(binding = 0, r32i) uniform iimage{shape} i;"
    body = (
        "for (int z = 0; z < 2; z++)"
        " imageStore(i, ivec3(at, z), ivec4(100 * z + 10 * at.y + at.x));"
    )
    image = image_of("r32i", (3, 2, 2), "3D" if shape == "3D" else "2DArray")
    (found,) = left_by(stored_shader(declared, body, [image], local=(3, 2)))
    assert found == (0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112)


def test_the_size_is_that_of_the_inputs() -> None:
    body = "ivec2 s = imageSize(counts); imageStore(counts, at, uvec4(s.x * 10 + s.y));"
    (found,) = left_by(stored_shader(COUNTS, body, [image_of("r32ui", (3, 5, 1))], local=(3, 5)))
    assert found == (35,) * 15


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("imageAtomicAdd(counts, ivec2(1, 2), uint(at.x))", 9 + 24),
        ("imageAtomicMax(counts, ivec2(1, 2), uint(at.x * 10))", 30),
        ("imageAtomicMin(counts, ivec2(1, 2), uint(at.x + 5))", 5),
        ("imageAtomicOr(counts, ivec2(1, 2), 1u << uint(at.x + 8))", 9 | 15 << 8),
        ("imageAtomicXor(counts, ivec2(1, 2), 6u)", 9),
        ("imageAtomicAnd(counts, ivec2(1, 2), 8u)", 8),
    ],
)
def test_atomic_operations(call: str, after: int) -> None:
    assert one_image(f"{call};") == (*range(9), after, *range(10, 16))


def test_signed_texels_are_compared_as_such() -> None:
    declared = "layout(binding = 0, r32i) uniform iimage2D i;"
    image = image_of("r32i", (1, 1, 1), numbers=[-3])
    (found,) = left_by(
        stored_shader(declared, "imageAtomicMax(i, ivec2(0), -at.x - 2);", [image], local=(4, 1))
    )
    assert found == (-2,)


def test_what_an_exchange_gives() -> None:
    body = (
        "uint old = imageAtomicExchange(counts, at, 7u);"
        "uint seen = imageAtomicCompSwap(counts, at, 7u, old * 2u);"
        "imageAtomicAdd(counts, at, seen);"
    )
    assert one_image(body) == tuple(2 * k + 7 for k in range(16))


@pytest.mark.parametrize("place", ["at + 1", "at - 1", "ivec2(at.x + 4, at.y)", "ivec2(1 << 20)"])
@pytest.mark.parametrize(
    "access",
    [
        "imageStore(counts, {}, uvec4(1u));",
        "imageStore(counts, at, imageLoad(counts, {}));",
        "imageAtomicAdd(counts, {}, 1u);",
    ],
)
def test_a_place_outside_of_the_image_is_undefined(access: str, place: str) -> None:
    found = one_image(access.format(place))
    assert isinstance(found, Trap)
    assert found.kind == "out-of-bounds"


def test_two_invocations_at_one_texel_race() -> None:
    found = one_image("imageStore(counts, ivec2(at.x, 0), uvec4(at.y));")
    assert isinstance(found, Trap)
    assert found.kind == "race"


PARAMETERS: Final = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %one %other
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %one DescriptorSet 0
OpDecorate %one Binding 0
OpDecorate %other DescriptorSet 0
OpDecorate %other Binding 1
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%v2 = OpTypeVector %uint 2
%image = OpTypeImage %uint 2D 0 0 0 2 R32ui
%pointer = OpTypePointer UniformConstant %image
%texel = OpTypePointer Image %uint
%nothing = OpTypeFunction %void
%of_image = OpTypeFunction %uint %pointer
%zero = OpConstant %uint 0
%scope = OpConstant %uint 1
%five = OpConstant %uint 5
%corner = OpConstantComposite %v2 %zero %zero
%one = OpVariable %pointer UniformConstant
%other = OpVariable %pointer UniformConstant
%main = OpFunction %void None %nothing
%start = OpLabel
%first = OpFunctionCall %uint %add %one
%second = OpFunctionCall %uint %add %one
%loaded = OpLoad %image %other
OpImageWrite %loaded %corner %second
OpReturn
OpFunctionEnd
%add = OpFunction %uint None %of_image
%given = OpFunctionParameter %pointer
%inside = OpLabel
%place = OpImageTexelPointer %texel %given %corner %zero
%old = OpAtomicIAdd %uint %place %scope %zero %five
OpReturnValue %old
OpFunctionEnd
"""


def with_parameters(text: str) -> Program:
    images = tuple(image_of("r32ui", (1, 1, 1), binding=k) for k in (0, 1))
    return Program("spirv", "compute", assemble(text), Inputs(buffers=images))


@pytest.mark.parametrize("path", ["python", pytest.param("native", marks=needs_native)])
def test_the_image_of_a_function_is_what_calls_give(path: Literal["python", "native"]) -> None:
    program = with_parameters(PARAMETERS)
    found = Interpreter(program.source, program.inputs, Options(path=path)).dispatch()
    assert found == Buffers((b"\x0a\0\0\0", b"\x05\0\0\0"), ((("uint", 1),),) * 2)


def test_a_storage_image_of_depths_is_refused() -> None:
    program = with_parameters(PARAMETERS.replace("%uint 2D 0", "%uint 2D 1"))
    with pytest.raises(Refused, match="a storage image of this kind"):
        Interpreter(program.source, program.inputs)


def test_an_image_that_is_not_the_same_in_all_calls_is_refused() -> None:
    program = with_parameters(
        PARAMETERS.replace(
            "%second = OpFunctionCall %uint %add %one", "%second = OpFunctionCall %uint %add %other"
        )
    )
    with pytest.raises(Refused, match="not the same in all calls"):
        Interpreter(program.source, program.inputs)


@pytest.mark.parametrize(
    ("declared", "images", "message"),
    [
        (COUNTS, [], "the storage image counts, which the inputs do not give"),
        (COUNTS, [image_of("r32i", FOUR)], "is r32ui 2D, and r32i 2D is given"),
        (COUNTS, [image_of("r32ui", FOUR, "3D")], "is r32ui 2D, and r32ui 3D is given"),
        (COUNTS, [Buffer(0, bytes(64), (("uint", 16),))], "which the inputs do not give"),
        (COUNTS.replace("r32ui", "rgba8ui"), [], "a storage image of this kind"),
        (COUNTS.replace("2D", "Cube"), [], "a storage image of this kind"),
    ],
)
def test_other_images_are_refused(declared: str, images: list[Buffer], message: str) -> None:
    place = "ivec3(0)" if "Cube" in declared else "at"
    shader = stored_shader(declared, f"imageStore(counts, {place}, uvec4(1u));", images)
    with pytest.raises(Refused, match=message):
        stored(shader)


def test_a_block_where_an_image_is_given_is_refused() -> None:
    shader = stored_shader(
        "layout(binding = 0) buffer B { uint data[]; };",
        "data[at.x] = 1u;",
        [image_of("r32ui", FOUR)],
        local=(4, 1),
    )
    with pytest.raises(Refused, match="a block where the inputs give a storage image"):
        stored(shader)


def test_an_image_that_no_code_names_stays_as_it_is() -> None:
    images = [image_of("r32ui", FOUR), image_of("r32f", (2, 1, 1), binding=5)]
    found = stored(stored_shader(COUNTS, "imageStore(counts, at, uvec4(1u));", images))
    assert found == [(1,) * 16, (0.0, 1.0)]


# ---- what orders images

EXCHANGE = (
    "imageStore(counts, at, uvec4(at.x)); {} "
    "uint beside = imageLoad(counts, ivec2(3 - at.x, at.y)).x; {} "
    "imageStore(counts, at, uvec4(beside + 10u));"
)
COHERENT = COUNTS.replace("uniform", "coherent uniform")
WAIT = "memoryBarrierImage(); barrier();"


def test_barriers_order_coherent_images() -> None:
    found = one_image(EXCHANGE.format(WAIT, WAIT), COHERENT)
    assert found == (13, 12, 11, 10) * 4


@pytest.mark.parametrize(
    ("declared", "wait"),
    [
        (COUNTS, WAIT),
        (COHERENT, "barrier();"),
        (COHERENT, "memoryBarrierBuffer(); barrier();"),
        (COHERENT, "memoryBarrierImage();"),
        (COHERENT, "memoryBarrierShared(); barrier();"),
    ],
)
def test_other_barriers_do_not(declared: str, wait: str) -> None:
    found = one_image(EXCHANGE.format(wait, wait), declared)
    assert isinstance(found, Trap)
    assert found.kind == "race"


def test_a_barrier_of_images_alone_is_refused_beside_buffers() -> None:
    declared = f"{COHERENT} layout(binding = 1) buffer B {{ uint data[]; }};"
    body = f"data[at.x] = 1u; {EXCHANGE.format(WAIT, WAIT)}"
    images = [image_of("r32ui", (4, 1, 1)), Buffer(1, bytes(16), (("uint", 4),))]
    shader = stored_shader(declared, body, images, local=(4, 1))
    with pytest.raises(Refused, match="orders either buffers or storage images"):
        stored(shader)


# ---- proofs


@needs_native
def test_a_proof_knows_all_words_and_only_ids_of_the_module() -> None:
    shader = stored_shader(
        COUNTS,
        "uint old = imageLoad(counts, at).x; imageStore(counts, at, uvec4(old + 1u));",
        [image_of("r32ui", FOUR)],
    )
    found = proved(shader)
    assert (found.answer, found.compared) == ("defined", 16)
    bound = Module.parse(module_of(shader).source).bound
    assert found.ranges
    assert all(value_id < bound for value_id in found.ranges)


@needs_native
def test_the_order_of_atomic_operations_is_open() -> None:
    body = (
        "uint old = imageAtomicAdd(counts, ivec2(0), 1u);"
        "if (at != ivec2(0)) imageStore(counts, at, uvec4(old));"
    )
    found = proved(stored_shader(COUNTS, body, [image_of("r32ui", FOUR)]))
    assert (found.answer, found.compared) == ("partly", 1)


@needs_native
def test_floats_are_known_with_their_freedom() -> None:
    declared = "layout(binding = 0, r32f) uniform image2D i;"
    body = "imageStore(i, at, vec4(sin(imageLoad(i, at).x)));"
    found = proved(stored_shader(declared, body, [image_of("r32f", FOUR)]))
    assert (found.answer, found.compared) == ("defined", 16)
    assert found.limits is not None
    assert found.limits.low != found.limits.high


def test_fragment_shaders_read_images() -> None:
    image = image_of("rgba32f", (4, 4, 1), numbers=[k / 64 for k in range(64)])
    module = image_module(
        "colour = imageLoad(i, ivec2(at));",
        "layout(binding = 0, rgba32f) readonly uniform image2D i;",
    )
    inputs = Inputs(width=4, height=4, buffers=(image,))
    pixels = drawn(replace(module, inputs=inputs))
    assert pixels[6] == tuple((24 + k) / 64 for k in range(4))


@needs_native
def test_probes_stay_at_their_places() -> None:
    shader = stored_shader(
        COUNTS,
        "uint old = imageLoad(counts, at).x; imageStore(counts, at, uvec4(old * 2u));"
        "uint more = old + 7u; imageAtomicAdd(counts, at, more);",
        [image_of("r32ui", FOUR)],
    )
    program = module_of(shader)
    module = Module.parse(program.source)
    (added,) = (one for one in module.by_opcode(opcodes.OpIAdd) if one.block is not None)
    assert added.block is not None
    places = range(module.position(added) + 1, len(added.block.instructions))
    probes = [Probe(added.block.id, at, (added.result_id,)) for at in places]
    found = prove(program, probes=probes)
    assert found.answer == "defined"
    wanted = tuple((k + 7,) for k in range(16))
    assert [one and (one.count, one.states) for one in found.seen] == [(16, wanted)] * len(probes)


def test_barriers_of_images_of_which_only_some_are_coherent_are_refused() -> None:
    declared = f"{COHERENT} layout(binding = 1, r32ui) uniform uimage2D others;"
    body = f"imageStore(others, at, uvec4(1u)); {EXCHANGE.format(WAIT, WAIT)}"
    images = [image_of("r32ui", FOUR, binding=k) for k in (0, 1)]
    with pytest.raises(Refused, match="of which only some are coherent"):
        stored(stored_shader(declared, body, images))
