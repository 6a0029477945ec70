"""What is said to a device in another process, and what its answers mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest
from helpers import vertices
from helpers.wgsl import shader

from aberration.core.attributes import Attribute, attribute_bytes
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Compiled, Crash, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture, each_level, texel_bytes
from aberration.targets.runner import Clock
from aberration.targets.runners.child import PipedCommand
from aberration.targets.runners.webgpu.client import DeviceClient, DeviceFailure, frame_of, lacking
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare


class Told:
    """Answers as it was told to."""

    def __init__(self, answer: Mapping[str, object], data: bytes = b"") -> None:
        self.answer = {"seconds": 0.25, **answer}
        self.data = data

    def ask(self, header: Mapping[str, object], payload: bytes) -> tuple[dict[str, Any], bytes]:
        assert int(str(header["code"])) <= len(payload)
        return self.answer, self.data


class Asked:
    """Answers the first frame, that opens a device, as all others."""

    def __init__(self, told: Told) -> None:
        self.told = told

    def ask(self, header: Mapping[str, object], payload: bytes = b"") -> tuple[Any, bytes]:
        if "code" not in header:
            assert header["features"] == ["subgroups"]
            return self.told.answer, b""
        return self.told.ask(header, payload)


def answered(program: Program, answer: Mapping[str, object], data: bytes = b"") -> Outcome:
    clock = Clock()
    outcome = DeviceClient(cast(PipedCommand, Told(answer, data)), "rgba8").run(program, clock)
    assert clock.seconds == 0.25
    return outcome


def test_answers_become_outcomes() -> None:
    assert answered(shader("lattice"), {"compiled": True}) == Compiled()
    assert answered(shader("lattice"), {"refused": "3:1: no"}) == Rejected("3:1: no")
    assert answered(shader("lattice"), {"unasked": "too large"}) == Rejected(
        "too large", unasked=True
    )
    small = Program("wgsl", "fragment", shader("lattice").source, Inputs(width=2, height=2))
    data = b"abcdefgh".ljust(256, b"-") + b"ijklmnop".ljust(256, b"-")
    assert answered(small, {"pitch": 256, "sizes": [512]}, data) == Image(
        2, 2, "rgba8", b"abcdefghijklmnop"
    )


def test_buffers_come_back_without_their_padding() -> None:
    source = b"@compute @workgroup_size(1) fn go() {}"
    program = Program(
        "wgsl", "compute", source, Inputs(buffers=(Buffer(4, b"12345"), Buffer(1, b"67")))
    )
    assert answered(program, {"sizes": [8, 4]}, b"abcdefghijkl") == Buffers(
        (b"abcde", b"ij"), ((), ())
    )


def test_what_a_device_lacks_is_not_asked_for() -> None:
    source = b"enable subgroups, f16; @compute @workgroup_size(1) fn go() {}"
    program = Program("wgsl", "compute", source)
    told = DeviceClient(cast(PipedCommand, Told({"compiled": True})), "rgba8")
    wanted = Rejected("the device lacks the feature subgroups", unasked=True)
    assert told.run(program, Clock()) == wanted
    assert lacking({"features": ["subgroups"]}, ["subgroups"]) == ""
    assert lacking({}, []) == ""


def test_a_device_that_has_a_feature_is_asked_for_it() -> None:
    opened = Told({"adapter": "it", "features": ["subgroups"], "compiled": True})
    device = DeviceClient(cast(PipedCommand, Asked(opened)), "rgba8")
    device.open("a backend", "it", {})
    source = b"enable subgroups; @compute @workgroup_size(1) fn go() {}"
    assert device.run(Program("wgsl", "compute", source), Clock()) == Compiled()


@pytest.mark.parametrize("why", ["the device was lost: unknown", "out of memory: no image"])
def test_a_broken_device_ends_the_worker(why: str) -> None:
    with pytest.raises(DeviceFailure, match=why):
        answered(shader("lattice"), {"broken": why})


def test_a_compiler_that_blames_itself_crashed() -> None:
    message = "error: tint/lower.cc:17 internal compiler error: no such value\nplease report"
    outcome = answered(shader("lattice"), {"refused": message})
    assert outcome == Crash(
        "assertion", assertion="internal compiler error: no such value", log=message
    )


def test_a_frame_holds_code_and_buffers_one_after_the_other() -> None:
    source = (
        b"@group(1) @binding(3) var<storage> a: array<u32>;\n@compute @workgroup_size(1) fn go() {}"
    )
    program = Program(
        "wgsl", "compute", source, Inputs(buffers=(Buffer(9, b"xyz"), Buffer(3, b"1234", (), 1)))
    )
    prepared = prepare(program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    header, payload = frame_of(prepared, program)
    assert payload == source + b"xyz\0" + b"1234"
    at = len(source)
    assert header["groups"] == [
        [{"binding": 9, "type": "storage", "size": 4, "offset": at, "length": 4}],
        [{"binding": 3, "type": "read-only-storage", "size": 4, "offset": at + 4, "length": 4}],
    ]
    assert (header["results"], header["entryPoint"], header["draws"]) == (
        [{"group": group, "at": 0, "stored": False} for group in (0, 1)],
        "go",
        False,
    )


def test_a_frame_holds_texels_behind_the_buffers() -> None:
    source = b"""@group(1) @binding(3) var t: texture_3d<u32>;
@group(0) @binding(2) var u: texture_2d_array<f32>;
@group(1) @binding(0) var s: sampler;
@compute @workgroup_size(1) fn go() {}"""
    deep = Texture("t", "3D", "uint", (2, 3, 4), 5, binding=3, descriptor_set=1)
    flat = Texture("u", "2DArray", "float", (3, 1, 2), binding=2, levels=2)
    inputs = Inputs(
        buffers=(Buffer(0, b"wxyz"),),
        textures=(deep, flat),
        samplers=(Sampler("s", "mirror", 0, 1),),
    )
    program = Program("wgsl", "compute", source, inputs)
    prepared = prepare(program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    header, payload = frame_of(prepared, program)
    at = len(source) + 4
    texels = b"".join(texel_bytes(one) for one in (*each_level(flat), deep))
    assert payload == source + b"wxyz" + texels
    assert header["sampled"] == [
        [
            {
                "binding": 2,
                "sampleType": "float",
                "viewDimension": "2d-array",
                "format": "rgba16float",
                "dimension": "2d",
                "levels": [
                    {"size": (3, 1, 2), "rowBytes": 24, "offset": at},
                    {"size": (1, 1, 2), "rowBytes": 8, "offset": at + 48},
                ],
            }
        ],
        [
            {
                "binding": 0,
                "addressMode": "mirror-repeat",
                "filter": "nearest",
                "mipmapFilter": "nearest",
            },
            {
                "binding": 3,
                "sampleType": "uint",
                "viewDimension": "3d",
                "format": "rgba32uint",
                "dimension": "3d",
                "levels": [{"size": (2, 3, 4), "rowBytes": 32, "offset": at + 64}],
            },
        ],
    ]


def test_a_frame_holds_attributes_behind_the_rest() -> None:
    inputs = Inputs(width=2, height=1, attributes=(vertices.PLACE, Attribute("a", 1, "int", 3)))
    program = vertices.wgsl_shader("", "", inputs)
    prepared = prepare(program, ("wgsl",))
    assert isinstance(prepared, PreparedShader)
    assert prepared.points is not None
    header, payload = frame_of(prepared, program)
    at = len(program.source)
    columns = [attribute_bytes(one, (2, 1)) for one in reversed(inputs.attributes)]
    assert payload[at:] == b"".join(columns)
    layouts = [(12, 1, "sint32x3"), (8, 11, "float32x2")]
    starts = (at, at + 24)
    assert header["points"] == {
        "other": {
            "text": prepared.points.other.text,
            "entry_point": "main",
            "is_vertex": False,
            "paired": False,
        },
        "count": 2,
        "buffers": [
            {
                "layout": {
                    "arrayStride": stride,
                    "stepMode": "vertex",
                    "attributes": [{"shaderLocation": place, "format": form, "offset": 0}],
                },
                "offset": start,
                "length": 2 * stride,
            }
            for (stride, place, form), start in zip(layouts, starts, strict=True)
        ],
    }
    assert header["draws"]
