"""Interfaces of modules, descriptors from inputs, and what a device must not see."""

from __future__ import annotations

import struct
from typing import Literal

import msgspec
import pytest
from helpers.corpus import programs

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.interface import Interface, read_interface
from aberration.targets.runners.resources import (
    STORAGE_BYTES,
    UNIFORM_BYTES,
    Slot,
    StageLimits,
    dynamic_start,
    plan_push_constants,
    plan_slots,
    refusal,
    refusal_of_size,
    static_start,
)
from aberration.targets.runners.textures import TextureSlot

LIMITS = StageLimits(2, 2, 65536, 128, 4, 128, frozenset({"shaderInt64"}))
PLAIN = Interface(b"main", {}, False, (0, 1), (1, 1, 1), "")


def interface_of(declarations: str, body: str) -> Interface:
    text = (
        f"#version 450\nlayout(local_size_x = 2, local_size_y = 3) in;\n{declarations}\n"
        f"void main() {{ {body} }}"
    )
    return read_interface(compile_glsl(Program("glsl", "compute", text.encode())).source)


def test_reads_blocks_and_sizes() -> None:
    interface = interface_of(
        "layout(set = 1, binding = 4) uniform U { uint u; };"
        "layout(std430, binding = 2) buffer S { uint s; };"
        "layout(push_constant) uniform P { uint p; };",
        "s = u + p;",
    )
    assert interface == Interface(
        b"main",
        {(1, 4): "uniform", (0, 2): "storage"},
        True,
        (1,),
        (2, 3, 1),
        "",
        stage="compute",
    )


def test_names_what_cannot_be_supplied() -> None:
    assert (
        "set 0 binding 3 is an image"
        in interface_of("layout(binding = 3) uniform samplerCubeArrayShadow s;", "").unsupported
    )
    flat = interface_of("layout(binding = 3) uniform sampler2D s;", "")
    assert not flat.unsupported
    assert "set 0 binding 3 is an image or sampler, and none is supplied" in refusal(
        flat, (), b"", LIMITS
    )
    blocks = interface_of(
        "layout(constant_id = 0) const int N = 2;"
        "layout(std430, binding = 1) buffer S { uint s; } blocks[N];",
        "blocks[1].s = 1u;",
    )
    assert "set 0 binding 1 is an array of blocks without one length" in blocks.unsupported
    beside = interface_of(
        "layout(std430, binding = 1) buffer S { uint s; } blocks[3];"
        "layout(std430, binding = 3) buffer T { uint t; };",
        "blocks[1].s = t;",
    )
    assert "set 0 binding 3 is of an array of blocks and another's" in beside.unsupported


def test_elements_of_an_array_of_blocks_lie_at_one_binding_of_vulkan() -> None:
    found = interface_of(
        "layout(std430, binding = 1) buffer S { uint s; } blocks[3];", "blocks[1].s = 1u;"
    )
    assert not found.unsupported
    assert found.blocks == dict.fromkeys([(0, 1), (0, 2), (0, 3)], "storage")
    slots = plan_slots(found, Inputs(buffers=(Buffer(2, b"abcd"),)))
    assert [(one.binding, one.element, one.place) for one in slots] == [
        (1, 0, (0, 1)),
        (1, 1, (0, 2)),
        (1, 2, (0, 3)),
    ]
    assert slots[1].data == b"abcd"


@pytest.mark.parametrize(
    "program", [*programs("references"), *programs("compute")], ids=lambda program: program.name
)
def test_the_corpus_asks_for_what_its_inputs_give(program: Program) -> None:
    interface = read_interface(program.source)
    assert interface.entry_point == b"main"
    assert not interface.unsupported
    given = {(uniform.descriptor_set, uniform.binding) for uniform in program.inputs.uniforms}
    given |= {(buffer.descriptor_set, buffer.binding) for buffer in program.inputs.buffers}
    assert set(interface.blocks) <= given


def test_lays_out_what_is_given_and_what_is_missing() -> None:
    interface = msgspec.structs.replace(
        PLAIN, blocks={(0, 0): "uniform", (0, 1): "uniform", (2, 0): "storage"}
    )
    inputs = Inputs(
        (Uniform("a", b"1234", 1), Uniform("unused", b"5678", 9)), (Buffer(3, b"12345678"),)
    )
    assert plan_slots(interface, inputs) == (
        Slot(0, 0, "uniform", b"", UNIFORM_BYTES),
        Slot(0, 1, "uniform", b"1234", UNIFORM_BYTES),
        Slot(0, 3, "storage", b"12345678", 8),
        Slot(2, 0, "storage", b"", STORAGE_BYTES),
    )


def test_members_of_one_block_lie_at_their_offsets() -> None:
    interface = msgspec.structs.replace(PLAIN, blocks={(0, 0): "uniform"})
    inputs = Inputs((Uniform("b", b"bbbb", 0, offset=8), Uniform("a", b"aaaa", 0)))
    assert plan_slots(interface, inputs)[0].data == b"aaaa\0\0\0\0bbbb"


def test_push_constants_only_where_the_module_has_them() -> None:
    inputs = Inputs((Uniform("p", b"1234", push_constant=True, offset=4),))
    assert plan_push_constants(PLAIN, inputs) == b""
    assert plan_push_constants(msgspec.structs.replace(PLAIN, push_constants=True), inputs) == (
        b"\0\0\0\x001234".ljust(128, b"\0")
    )


def uniforms(count: int, size: int = 16) -> tuple[Slot, ...]:
    return tuple(Slot(0, number, "uniform", b"", size) for number in range(count))


@pytest.mark.parametrize(
    ("interface", "slots", "push", "expected"),
    [
        (PLAIN, (), b"", ""),
        (PLAIN, uniforms(2), b"", ""),
        (PLAIN, uniforms(3), b"", "2 uniform blocks"),
        (PLAIN, uniforms(1, 1 << 20), b"", "65536 uniform bytes"),
        (PLAIN, tuple(Slot(0, n, "storage", b"", 4) for n in range(3)), b"", "2 storage blocks"),
        (PLAIN, (Slot(4, 0, "uniform", b"", 16),), b"", "4 descriptor sets"),
        (PLAIN, (), bytes(132), "128 bytes of push constants"),
        (msgspec.structs.replace(PLAIN, capabilities=(1, 11)), (), b"", ""),
        (msgspec.structs.replace(PLAIN, capabilities=(1, 10)), (), b"", "capability Float64"),
        (msgspec.structs.replace(PLAIN, capabilities=(1, 9999)), (), b"", "capability 9999"),
        (msgspec.structs.replace(PLAIN, local_size=(8, 8, 4)), (), b"", "128 invocations"),
        (msgspec.structs.replace(PLAIN, unsupported="no images"), (), b"", "no images"),
    ],
)
def test_refuses_what_a_device_does_not_promise(
    interface: Interface, slots: tuple[Slot, ...], push: bytes, expected: str
) -> None:
    reason = refusal(interface, slots, push, LIMITS)
    assert bool(reason) == bool(expected)
    assert expected in reason


def test_memory_of_a_workgroup_is_counted_by_the_rules_of_storage_buffers() -> None:
    shared = "shared vec3 a[3]; shared uint b; shared struct { float x; vec2 y; } c;"
    interface = interface_of(shared, "a[0] = vec3(1); b = 1u; c.x = a[1].x + float(b);")
    assert interface.shared == 16 * 3 + 4 + 4 + 16
    assert interface_of("", "").shared == 0


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"storage_bytes": 7}, "more than 7 storage bytes"),
        ({"resources": 1}, "more than 1 resources"),
        ({"local_size": (2, 2, 64)}, "a workgroup larger than 2x2x64"),
        ({"shared_bytes": 15}, "more than 15 bytes of a workgroup"),
        ({"storage_bytes": 8, "resources": 2, "local_size": (2, 3, 1), "shared_bytes": 16}, ""),
    ],
)
def test_what_a_device_does_not_allow_never_reaches_it(
    limits: dict[str, object], message: str
) -> None:
    interface = msgspec.structs.replace(PLAIN, local_size=(2, 3, 1), shared=16)
    slots = (Slot(0, 0, "storage", b"12345678", 8), Slot(0, 1, "uniform", b"", UNIFORM_BYTES))
    assert refusal(interface, slots, b"", msgspec.structs.replace(LIMITS, **limits)) == message


@pytest.mark.parametrize(
    ("stage", "limits", "message"),
    [
        ("compute", {"groups": (2, 9, 9)}, "more than 2x9x9 workgroups"),
        ("compute", {"image": (1, 1)}, ""),
        ("fragment", {"image": (9, 3)}, "an image larger than 9x3"),
        ("fragment", {"groups": (1, 1, 1)}, ""),
        ("fragment", {"spirv": (1, 2)}, "a module of SPIR-V 1.3, and the device takes 1.2"),
    ],
)
def test_too_large_a_program_and_too_new_a_module_are_refused(
    stage: Literal["fragment", "compute"], limits: dict[str, object], message: str
) -> None:
    source = struct.pack("<2I", 0x07230203, 0x00010300)
    program = Program("spirv", stage, source, Inputs(width=8, height=4, groups=(3, 1, 1)))
    assert refusal_of_size(program, msgspec.structs.replace(LIMITS, **limits)) == message


def test_buffers_begin_later_in_two_ways_that_add_up() -> None:
    assert (static_start(()), dynamic_start(())) == (0, 0)
    both = ("UseDynamicOffsets", "BindWithinBuffer")
    assert (static_start(both[:1]), dynamic_start(both[:1])) == (0, 256)
    assert (static_start(both), dynamic_start(both)) == (256, 256)


def test_textures_count_as_resources_of_their_sets() -> None:
    textures = tuple(TextureSlot(group, 0, "texture", Texture("t"), "repeat") for group in range(3))
    for limits, message in (
        ({}, ""),
        ({"textures": 2}, "more than 2 textures"),
        ({"resources": 2}, "more than 2 resources"),
        ({"sets": 2}, "more than 2 descriptor sets"),
    ):
        allowed = msgspec.structs.replace(LIMITS, **limits)
        assert refusal(PLAIN, (), b"", allowed, textures) == message


def test_no_buffer_of_the_inputs_is_bound_beside_a_texture() -> None:
    texture = TextureSlot(0, 2, "texture", Texture("t"), "repeat")
    slots = plan_slots(PLAIN, Inputs(buffers=(Buffer(2, b"1234"),)))
    assert refusal(PLAIN, slots, b"", LIMITS, (texture,)) == (
        "set 0 binding 2 is that of a buffer and of an image or sampler"
    )


def test_a_device_with_coarse_weights_gets_no_linear_filter() -> None:
    coarse = msgspec.structs.replace(LIMITS, subtexel_bits=7)
    linear = TextureSlot(0, 0, "texture", Texture("t"), "repeat", "linear")
    says = "weights of a linear filter of 7 bits"
    assert refusal(PLAIN, (), b"", coarse, (linear,)) == says
    nearest = TextureSlot(0, 0, "texture", Texture("t"), "repeat")
    assert refusal(PLAIN, (), b"", coarse, (nearest,)) == ""
    assert refusal(PLAIN, (), b"", LIMITS, (linear,)) == ""
