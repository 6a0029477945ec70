"""Which calls of wgpu draw and dispatch, in which ways."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from aberration.core.inputs import Inputs
from aberration.targets.runners.webgpu.vertices import OtherStage, Points, VertexBuffer, VertexField
from aberration.targets.runners.webgpu.wgpu_draws import (
    PassDraws,
    PointDraws,
    dispatch_groups,
    point_pipeline,
)


class WrittenPass:
    """A pass that writes down how it is called."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.calls.append((name, *arguments))


def buffer_of(data: bytes, use: str) -> tuple[str, bytes]:
    """Return what stands for a buffer."""
    return use, data


def numbers(*values: int) -> tuple[str, bytes]:
    return "INDIRECT", bytes(64) + struct.pack(f"<{len(values)}I", *values)


INDICES = ("INDEX", struct.pack("<4H", 0, 1, 2, 3))


@pytest.mark.parametrize(
    ("ways", "calls"),
    [
        ((), [("draw", 3, 1, 0, 0)]),
        (("DrawTwoTriangles", "DrawTwoInstances"), [("draw", 4, 2, 0, 0)]),
        (
            ("DrawIndexed",),
            [("set_index_buffer", INDICES, "uint16"), ("draw_indexed", 3, 1, 0, 0, 0)],
        ),
        (("DrawIndirect",), [("draw_indirect", numbers(3, 1, 0, 0), 64)]),
        (
            ("DrawIndexed", "DrawIndirect", "DrawTwoTriangles"),
            [
                ("set_index_buffer", INDICES, "uint16"),
                ("draw_indexed_indirect", numbers(4, 1, 0, 0, 0), 64),
            ],
        ),
    ],
)
def test_a_drawing_is_one_call(ways: tuple[str, ...], calls: list[tuple[object, ...]]) -> None:
    scope = WrittenPass()
    PassDraws(buffer_of, ways).draw(scope)
    assert scope.calls == calls


def test_a_dispatch_takes_its_groups_from_the_call_or_from_a_buffer() -> None:
    plain, indirect = WrittenPass(), WrittenPass()
    dispatch_groups(buffer_of, plain, Inputs(groups=(3, 2, 1)))
    dispatch_groups(buffer_of, indirect, Inputs(groups=(3, 2, 1), ways=("DispatchIndirect",)))
    assert plain.calls == [("dispatch_workgroups", 3, 2, 1)]
    assert indirect.calls == [("dispatch_workgroups_indirect", numbers(3, 2, 1), 64)]


def test_points_are_drawn_with_all_vertex_buffers() -> None:
    buffers = tuple(VertexBuffer(4, (VertexField(k, "float32", 0),), bytes(8)) for k in (3, 5))
    scope = WrittenPass()
    PointDraws(buffer_of, Points(OtherStage(""), buffers, 2)).draw(scope)
    assert scope.calls == [
        ("set_vertex_buffer", 0, ("VERTEX", bytes(8))),
        ("set_vertex_buffer", 1, ("VERTEX", bytes(8))),
        ("draw", 2),
    ]


class WrittenDevice:
    """A device whose modules are their texts."""

    def create_shader_module(self, code: str) -> str:
        """Return a module."""
        return code


def test_a_pipeline_of_points_has_the_stage_under_test_and_ours() -> None:
    buffer = VertexBuffer(8, (VertexField(3, "float32", 0), VertexField(11, "sint32", 4)), b"")
    stage = {"module": "theirs", "entry_point": "go"}
    points = Points(OtherStage("ours"), (buffer,), 2)
    assert point_pipeline(WrittenDevice(), points, stage, "rgba8unorm") == {
        "vertex": {
            **stage,
            "buffers": [
                {
                    "array_stride": 8,
                    "step_mode": "vertex",
                    "attributes": [
                        {"shader_location": 3, "format": "float32", "offset": 0},
                        {"shader_location": 11, "format": "sint32", "offset": 4},
                    ],
                }
            ],
        },
        "primitive": {"topology": "point-list"},
        "fragment": {
            "module": "ours",
            "entry_point": "main",
            "targets": [{"format": "rgba8unorm"}],
        },
    }


@pytest.mark.parametrize(("text", "module"), [("more", "more"), ("", "theirs")])
def test_a_pipeline_of_a_pair_may_be_of_one_module(text: str, module: str) -> None:
    stage = {"module": "theirs", "entry_point": "paint"}
    points = Points(OtherStage(text, "place", is_vertex=True, paired=True), (), 2)
    made = point_pipeline(WrittenDevice(), points, stage, "rgba8unorm")
    assert made["vertex"] == {"module": module, "entry_point": "place", "buffers": []}
    assert made["fragment"] == {**stage, "targets": [{"format": "rgba8unorm"}]}
