"""What reaches an implementation of WebGPU, and what does not."""

from __future__ import annotations

import msgspec
import pytest
from helpers import vertices

from aberration.core.constants import Constant
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare, row_bytes, tight_rows
from aberration.targets.runners.webgpu.textures import SampledSlot

SHADER = b"""
@group(1) @binding(2) var<storage, read> a: array<u32>;
@group(0) @binding(0) var<uniform> u: vec4<i32>;
@compute @workgroup_size(1) fn go() {}
"""
GOOD = Program("wgsl", "compute", SHADER, Inputs((Uniform("u", bytes(4)),), (Buffer(7, b"123"),)))


def refused(program: Program) -> Rejected:
    answer = prepare(program, ("wgsl", "spirv", "glsl"))
    assert isinstance(answer, Rejected), answer
    assert answer.unasked
    return answer


def test_every_buffer_has_its_slot() -> None:
    prepared = prepare(GOOD, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert (prepared.entry_point, prepared.groups) == ("go", 2)
    slots = [
        (slot.descriptor_set, slot.binding, prepared.buffer_type(slot), slot.size)
        for slot in prepared.slots
    ]
    assert slots == [
        (0, 0, "uniform", 16384),
        (0, 7, "storage", 4),
        (1, 2, "read-only-storage", 65536),
    ]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b"\xff", "the text is not UTF-8"),
        (SHADER + b"\0", "the text holds a NUL"),
        (b"fn main() {}", "there is no entry point for compute"),
        (SHADER.replace(b"group(0)", b"group(4)"), "more than 4 descriptor sets"),
        (SHADER.replace(b"binding(0)", b"binding(1000)"), "a binding of 1000 or more"),
        (SHADER.replace(b"<uniform>", b""), "u is a texture or sampler, and none is supplied"),
        (
            SHADER.replace(b"<uniform> u: vec4<i32>", b" u: sampler"),
            "u is a texture or sampler, and none is supplied",
        ),
        (
            SHADER
            + b"".join(
                b"@group(0) @binding(%d) var<uniform> u%d: f32;" % (n, n) for n in range(1, 13)
            ),
            "more than 12 uniform blocks",
        ),
    ],
)
def test_what_no_device_promises_is_not_asked_for(source: bytes, reason: str) -> None:
    assert refused(msgspec.structs.replace(GOOD, source=source)).message.startswith(reason)


def test_extensions_that_need_a_feature_are_told() -> None:
    source = b"enable f16; enable subgroups;" + SHADER
    prepared = prepare(msgspec.structs.replace(GOOD, source=source), ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert prepared.features == {"subgroups"}


BLOCKS = """#version 450
layout(std430, binding = 0) buffer A { uvec2 a; uint b; };
layout(std430, binding = 1) buffer B { uint n; uint xs[]; };
layout(local_size_x = 1) in;
void main() { a.x = uint(xs.length()); }
"""


def sizes(program: Program) -> list[int]:
    prepared = prepare(program, ("wgsl", "spirv", "glsl"))
    assert isinstance(prepared, PreparedShader)
    return [slot.size for slot in prepared.slots]


def test_blocks_are_as_long_as_their_alignment_but_for_those_with_open_ends() -> None:
    buffers = tuple(Buffer(binding, bytes(length)) for binding, length in ((0, 12), (1, 20)))
    program = Program("glsl", "compute", BLOCKS.encode(), Inputs(buffers=buffers))
    assert sizes(program) == [16, 20]
    module = compile_glsl(program)
    assert sizes(msgspec.structs.replace(module, inputs=program.inputs)) == [16, 20]
    text = """
@group(0) @binding(0) var<storage, read_write> a: array<u32, 3>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1) fn go() { a[0] = arrayLength(&b); }
"""
    assert sizes(Program("wgsl", "compute", text.encode(), program.inputs)) == [12, 20]


def test_too_large_buffers_are_not_asked_for() -> None:
    inputs = Inputs(buffers=(Buffer(7, bytes((128 << 20) + 4)),))
    assert refused(msgspec.structs.replace(GOOD, inputs=inputs)).message.startswith(
        "a storage buffer of more than"
    )


def test_push_constants_are_not_asked_for() -> None:
    text = b"#version 450\nlayout(push_constant) uniform P { int p; };\nvoid main() {}"
    assert (
        refused(Program("glsl", "compute", text)).message == "more than 0 bytes of push constants"
    )


def test_textures_have_their_places_and_groups() -> None:
    source = SHADER + b"@group(3) @binding(1) var t: texture_2d<f32>;"
    texture = Texture("t", binding=1, descriptor_set=3)
    inputs = msgspec.structs.replace(GOOD.inputs, textures=(texture,))
    program = msgspec.structs.replace(GOOD, source=source, inputs=inputs)
    prepared = prepare(program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert prepared.sampled == (SampledSlot(3, 1, texture),)
    assert (prepared.groups, len(prepared.slots)) == (4, 3)
    alone = msgspec.structs.replace(program, inputs=GOOD.inputs)
    assert refused(alone).message == "t is a texture or sampler, and none is supplied"


@pytest.mark.parametrize(
    ("place", "reason"), [((4, 1), "more than 4 descriptor sets"), ((1, 1000), "a binding of 1000")]
)
def test_textures_out_of_range_are_not_asked_for(place: tuple[int, int], reason: str) -> None:
    source = SHADER + b"@group(%d) @binding(%d) var t: texture_2d<f32>;" % place
    inputs = Inputs(textures=(Texture("t", binding=place[1], descriptor_set=place[0]),))
    program = msgspec.structs.replace(GOOD, source=source, inputs=inputs)
    assert refused(program).message.startswith(reason)


def test_only_wgsl_gets_textures() -> None:
    text = b"#version 450\nvoid main() {}"
    for inputs in (Inputs(textures=(Texture("t"),)), Inputs(samplers=(Sampler("s"),))):
        program = Program("glsl", "compute", text, inputs)
        assert refused(program).message == "textures are bound for WGSL alone"
    assert isinstance(prepare(Program("glsl", "compute", text), ("glsl",)), PreparedShader)


def test_another_language_is_bad_input() -> None:
    with pytest.raises(BadInput, match="expected wgsl or glsl, but a c program came"):
        prepare(Program("c", "program", b""), ("wgsl", "glsl"))


def test_rows_lose_what_is_between_them() -> None:
    assert [row_bytes(width, 4) for width in (1, 64, 65)] == [256, 256, 512]
    assert tight_rows(memoryview(b"ab..cd.."), 4, 2) == b"abcd"
    assert tight_rows(memoryview(b"abcd"), 2, 2) == b"abcd"


BUFFER = "@group(0) @binding(0) var<storage> s: array<u32>;"


def test_a_vertex_stage_comes_with_what_draws_it() -> None:
    (made, *_) = vertices.wgsl((8, 8))
    prepared = prepare(made.program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert prepared.points is not None
    assert (prepared.points.count, len(prepared.points.buffers)) == (64, 8)


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (BUFFER, ""),
        (BUFFER.replace("<storage>", "<storage, read_write>"), "that the vertex stage may write"),
    ],
)
def test_a_vertex_stage_writes_nowhere(declared: str, told: str) -> None:
    inputs = Inputs(width=8, height=8, attributes=(vertices.PLACE,))
    program = vertices.wgsl_shader(declared, "", inputs)
    if told:
        assert told in refused(program).message
    else:
        assert isinstance(prepare(program, ("wgsl",)), PreparedShader)


def test_a_vertex_stage_without_its_attributes_is_refused_by_name() -> None:
    (made, *_) = vertices.wgsl((8, 8))
    inputs = msgspec.structs.replace(made.program.inputs, attributes=(vertices.PLACE,))
    told = refused(msgspec.structs.replace(made.program, inputs=inputs)).message
    assert told == "the vertex input 'b' is at a location without an attribute"


def test_vertex_stages_are_taken_in_wgsl_alone() -> None:
    (made, *_) = vertices.glsl("450", (8, 8))
    told = refused(made.program).message
    assert told == "programs for the vertex stage are taken in WGSL, not in glsl"


OVERRIDDEN = """@id(3) override a = 1; override b: f32 = 2.0; override c = true;
@fragment fn main() -> @location(0) vec4f { return select(vec4f(f32(a)), vec4f(b), c); }
"""


def test_values_of_overrides_that_are_there_are_numbers() -> None:
    constants = (
        Constant("3", "int", 0xFFFFFFFF),
        Constant("b", "float", 0x3FC00000),
        Constant("c", "bool", 0),
        Constant("d", "int", 1),
    )
    program = Program("wgsl", "fragment", OVERRIDDEN.encode(), Inputs(constants=constants))
    prepared = prepare(program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert prepared.constants == (("3", -1.0), ("b", 1.5), ("c", 0.0))


def test_a_value_that_the_api_does_not_take_is_refused() -> None:
    constants = (Constant("b", "float", 0x7F800000),)
    program = Program("wgsl", "fragment", OVERRIDDEN.encode(), Inputs(constants=constants))
    assert refused(program).message == "specialisation constant b is no finite number"


@pytest.mark.parametrize("language", ["glsl", "spirv"])
def test_an_array_of_blocks_is_refused(language: str) -> None:
    text = b"""#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer S { uint s; } all_of[2];
void main() { all_of[1].s = 1u; }
"""
    program = Program("glsl", "compute", text)
    program = program if language == "glsl" else compile_glsl(program)
    assert "an array of blocks" in refused(program).message
