"""The calls that draw or dispatch, and the buffers from which they take indices and numbers."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from aberration.core.inputs import Inputs
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl

_TRIANGLE: Final = ((-1.0, -1.0), (3.0, -1.0), (-1.0, 3.0))
_STRIP: Final = ((-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0))
PLACES: Final = tuple(value for x, y in (*_TRIANGLE, *_STRIP) for value in (x, y, -1.0, 1.0))
"""A triangle that covers all, and a strip of two that do so together, at the near plane: depth 0,
as the Vulkan runner draws them.
"""
_INDICES: Final = struct.pack("<7H", *range(7))
_INDEX_BYTES: Final = 2
_NUMBERS_AT: Final = 64
_OTHERS: Final = frozenset(("DrawTwoTriangles", "DrawTwoInstances", "DrawIndexed", "DrawIndirect"))


class TriangleDraws:
    """Draws with the corners that are in place; buffers are made for the first that needs them."""

    def __init__(self, gl: Gl) -> None:
        self._gl: Final = gl
        self._indices = 0

    def draw(self, ways: Collection[str]) -> None:
        """Cover the viewport once, or with each of two instances."""
        if not _OTHERS & {*ways}:
            self._gl["DrawArrays"](names.TRIANGLES, 0, 3)
            return
        mode, first, count = names.TRIANGLES, 0, len(_TRIANGLE)
        if "DrawTwoTriangles" in ways:
            mode, first, count = names.TRIANGLE_STRIP, len(_TRIANGLE), len(_STRIP)
        instances = 2 if "DrawTwoInstances" in ways else 1
        draw = self._draw_indexed if "DrawIndexed" in ways else self._draw_in_order
        draw(ways, mode, first, count, instances)

    def _draw_in_order(
        self, ways: Collection[str], mode: int, first: int, count: int, instances: int
    ) -> None:
        gl = self._gl
        if "DrawIndirect" in ways:
            with _bound_numbers(gl, names.DRAW_INDIRECT_BUFFER, (count, instances, first, 0)):
                gl["DrawArraysIndirect"](mode, _NUMBERS_AT)
        elif instances > 1:
            gl["DrawArraysInstanced"](mode, first, count, instances)
        else:
            gl["DrawArrays"](mode, first, count)

    def _draw_indexed(
        self, ways: Collection[str], mode: int, first: int, count: int, instances: int
    ) -> None:
        gl, kind = self._gl, names.SHORTS
        self._bind_indices()
        if "DrawIndirect" in ways:
            with _bound_numbers(gl, names.DRAW_INDIRECT_BUFFER, (count, instances, first, 0, 0)):
                gl["DrawElementsIndirect"](mode, kind, _NUMBERS_AT)
        elif instances > 1:
            gl["DrawElementsInstanced"](mode, count, kind, first * _INDEX_BYTES, instances)
        else:
            gl["DrawElements"](mode, count, kind, first * _INDEX_BYTES)

    def _bind_indices(self) -> None:
        """Bind the indices to the vertex array, which keeps them; no other drawing sees them."""
        if self._indices:
            return
        gl, kind = self._gl, names.ELEMENT_ARRAY_BUFFER
        self._indices = gl.new_object("Buffers")
        gl["BindBuffer"](kind, self._indices)
        gl["BufferData"](kind, len(_INDICES), _INDICES, names.DYNAMIC_COPY)


def dispatch_groups(gl: Gl, inputs: Inputs) -> None:
    """Dispatch the workgroups of the inputs in the ways that they want."""
    if "DispatchIndirect" not in inputs.ways:
        gl["DispatchCompute"](*inputs.groups)
        return
    with _bound_numbers(gl, names.DISPATCH_INDIRECT_BUFFER, inputs.groups):
        gl["DispatchComputeIndirect"](_NUMBERS_AT)


@contextlib.contextmanager
def _bound_numbers(gl: Gl, kind: int, numbers: Sequence[int]) -> Iterator[None]:
    """Bind a buffer that holds these numbers, not at its beginning; it is deleted at the end."""
    data = bytes(_NUMBERS_AT) + struct.pack(f"<{len(numbers)}I", *numbers)
    buffer = gl.new_object("Buffers")
    gl["BindBuffer"](kind, buffer)
    gl["BufferData"](kind, len(data), data, names.DYNAMIC_COPY)
    try:
        yield
    finally:
        gl.delete("Buffers", buffer)
