"""The calls of wgpu that draw or dispatch, and the buffers from which they take their numbers."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from aberration.core.inputs import Inputs
from aberration.targets.runners.areas import INDICES, draw_numbers
from aberration.targets.runners.webgpu.vertices import Points

_NUMBERS_AT: Final = 64

MakeBuffer = Callable[[bytes, str], Any]
"""Makes a buffer of these bytes for a use; it lives as long as the test."""


class PassDraws:
    """Draws in a pass or a render bundle, in the ways that are wanted."""

    def __init__(self, make_buffer: MakeBuffer, ways: Collection[str]) -> None:
        self._indexed: Final = "DrawIndexed" in ways
        self._sizes: Final = draw_numbers(ways)
        self._indices: Final = make_buffer(INDICES, "INDEX") if self._indexed else None
        self._numbers: Final = (
            make_buffer(_number_bytes(self._sizes), "INDIRECT") if "DrawIndirect" in ways else None
        )

    def draw(self, scope: Any) -> None:
        """Cover the image once, or with each of two instances."""
        if self._indexed:
            scope.set_index_buffer(self._indices, "uint16")
        if self._numbers is None:
            (scope.draw_indexed if self._indexed else scope.draw)(*self._sizes)
            return
        draw = scope.draw_indexed_indirect if self._indexed else scope.draw_indirect
        draw(self._numbers, _NUMBERS_AT)


class PointDraws:
    """Draws a point for each vertex, with vertex buffers that are made for it."""

    def __init__(self, make_buffer: MakeBuffer, points: Points) -> None:
        self._count: Final = points.count
        self._buffers: Final = [make_buffer(one.data, "VERTEX") for one in points.buffers]

    def draw(self, scope: Any) -> None:
        """Draw in a pass."""
        for slot, buffer in enumerate(self._buffers):
            scope.set_vertex_buffer(slot, buffer)
        scope.draw(self._count)


def point_pipeline(
    device: Any, points: Points, stage: Mapping[str, Any], image_format: str
) -> dict[str, Any]:
    """Return what describes the pipeline of points, without its layout; `stage` is the one under
    test.
    """
    beside = points.other
    module = device.create_shader_module(code=beside.text) if beside.text else stage["module"]
    other = {"module": module, "entry_point": beside.entry_point}
    vertex, fragment = (other, stage) if beside.is_vertex else (stage, other)
    buffers = [
        {
            "array_stride": one.stride,
            "step_mode": "vertex",
            "attributes": [
                {"shader_location": field.location, "format": field.format, "offset": field.offset}
                for field in one.fields
            ],
        }
        for one in points.buffers
    ]
    return {
        "vertex": {**vertex, "buffers": buffers},
        "primitive": {"topology": "point-list"},
        "fragment": {**fragment, "targets": [{"format": image_format}]},
    }


def dispatch_groups(make_buffer: MakeBuffer, scope: Any, inputs: Inputs) -> None:
    """Dispatch the workgroups of the inputs in the ways that they want."""
    if "DispatchIndirect" not in inputs.ways:
        scope.dispatch_workgroups(*inputs.groups)
        return
    numbers = make_buffer(_number_bytes(inputs.groups), "INDIRECT")
    scope.dispatch_workgroups_indirect(numbers, _NUMBERS_AT)


def _number_bytes(numbers: tuple[int, ...]) -> bytes:
    """Return numbers as a buffer holds them, not at its beginning."""
    return bytes(_NUMBERS_AT) + struct.pack(f"<{len(numbers)}I", *numbers)
