"""Which calls draw and dispatch, in which ways; the numbers that buffers hold."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import pytest

from aberration.core.inputs import Inputs
from aberration.targets.runners.opengl.binding import Call, Gl
from aberration.targets.runners.opengl.draws import PLACES, TriangleDraws, dispatch_groups


class WrittenGl(Gl):
    """Entry points that do nothing but write down how they are called."""

    def __init__(self) -> None:
        super().__init__(lambda _: 0)
        self.calls: list[tuple[object, ...]] = []

    def __getitem__(self, name: str) -> Call:
        """Return such an entry point; objects are named 9."""

        def call(*arguments: Any) -> int:
            if name.startswith("Gen"):
                ctypes.cast(arguments[1], ctypes.POINTER(ctypes.c_uint))[0] = 9
            self.calls.append((name, *arguments))
            return 0

        return call


def drawn(*ways: str) -> list[tuple[object, ...]]:
    gl = WrittenGl()
    TriangleDraws(gl).draw(ways)
    return gl.calls


def numbers_of(calls: list[tuple[object, ...]]) -> tuple[int, ...]:
    data = next(call[3] for call in calls if call[0] == "BufferData" and call[1] != 0x8893)
    assert isinstance(data, bytes)
    return struct.unpack(f"<{(len(data) - 64) // 4}I", data[64:])


@pytest.mark.parametrize(
    ("ways", "call"),
    [
        ((), ("DrawArrays", 4, 0, 3)),
        (("DrawTwoTriangles",), ("DrawArrays", 5, 3, 4)),
        (("DrawTwoInstances",), ("DrawArraysInstanced", 4, 0, 3, 2)),
        (("DrawIndexed",), ("DrawElements", 4, 3, 0x1403, 0)),
        (("DrawIndexed", "DrawTwoTriangles"), ("DrawElements", 5, 4, 0x1403, 6)),
        (("DrawIndexed", "DrawTwoInstances"), ("DrawElementsInstanced", 4, 3, 0x1403, 0, 2)),
        (("DrawIndirect",), ("DrawArraysIndirect", 4, 64)),
        (("DrawIndirect", "DrawIndexed"), ("DrawElementsIndirect", 4, 0x1403, 64)),
    ],
)
def test_a_drawing_is_one_call(ways: tuple[str, ...], call: tuple[object, ...]) -> None:
    calls = drawn(*ways)
    assert [one for one in calls if str(one[0]).startswith("Draw")] == [call]
    if not ways:
        assert calls == [call]


def test_numbers_of_a_drawing_lie_in_a_buffer_that_is_deleted() -> None:
    ways = ("DrawIndirect", "DrawTwoTriangles", "DrawTwoInstances")
    assert numbers_of(drawn(*ways)) == (4, 2, 3, 0)
    assert numbers_of(drawn(*ways, "DrawIndexed")) == (4, 2, 3, 0, 0)
    assert [call[0] for call in drawn("DrawIndirect")][-1] == "DeleteBuffers"


def test_corners_lie_at_the_near_plane() -> None:
    corners = [PLACES[at : at + 4] for at in range(0, len(PLACES), 4)]
    assert len(corners) == 7
    assert {corner[2:] for corner in corners} == {(-1.0, 1.0)}
    assert {corner[:2] for corner in corners[3:]} == {
        (x, y) for x in (-1.0, 1.0) for y in (-1.0, 1.0)
    }


def test_a_dispatch_takes_its_groups_from_the_call_or_from_a_buffer() -> None:
    plain, indirect = WrittenGl(), WrittenGl()
    dispatch_groups(plain, Inputs(groups=(3, 2, 1)))
    dispatch_groups(indirect, Inputs(groups=(3, 2, 1), ways=("DispatchIndirect",)))
    assert plain.calls == [("DispatchCompute", 3, 2, 1)]
    assert ("DispatchComputeIndirect", 64) in indirect.calls
    assert numbers_of(indirect.calls) == (3, 2, 1)
