"""Programs for the vertex stage in WebGPU: how their attributes are bound, and the fragment stage
that they are drawn with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.targets.runners.vertices import NO_RESULT, BoundColumn, columns_of
from aberration.targets.runners.webgpu.interface import VertexInput, VertexStage

MOST_BUFFERS: Final = 8
"""Vertex buffers of a pipeline: the default limit."""
_WORD: Final = 4
_FORMATS: Final[Mapping[ScalarType, str]] = MappingProxyType(
    {"float": "float32", "int": "sint32", "uint": "uint32"}
)
_FLAT: Final = ("flat", "flat,first", "flat,either")


class VertexField(msgspec.Struct, frozen=True):
    """What a vertex buffer holds for a location, at an offset in what it holds for a vertex."""

    location: int
    format: str
    offset: int


class VertexBuffer(msgspec.Struct, frozen=True):
    """A vertex buffer: for each vertex `stride` bytes."""

    stride: int
    fields: tuple[VertexField, ...]
    data: bytes


class OtherStage(msgspec.Struct, frozen=True):
    """The stage that one under test is drawn with: its text, empty where it is that of the one
    under test, and the name of its entry point. `is_vertex`: it is the vertex stage; `paired`: it
    is one of the program, which may use its buffers, and none of ours.
    """

    text: str
    entry_point: str = "main"
    is_vertex: bool = False
    paired: bool = False


class Points(msgspec.Struct, frozen=True):
    """How a program whose vertices are points is drawn: with which other stage, the vertex buffers,
    and how many points.
    """

    other: OtherStage
    buffers: tuple[VertexBuffer, ...]
    count: int


def points_of(
    stage: VertexStage | None, inputs: Inputs, other: OtherStage | None = None
) -> Points | str:
    """Return how a vertex stage is drawn, with a fragment stage of ours or with the other stage of
    its pair; or why it cannot be.
    """
    if stage is None:
        return NO_RESULT if other is None else "an input of the vertex stage that we cannot see"
    if other is None and stage.interpolation.replace(" ", "") not in _FLAT:
        return NO_RESULT
    columns = columns_of(inputs)
    by_location = {one.location: one for one in columns}
    for wanted in stage.inputs:
        reason = _disagreement(wanted, by_location.get(wanted.location))
        if reason:
            return reason
    count = inputs.width * inputs.height
    groups = [columns[first::MOST_BUFFERS] for first in range(min(MOST_BUFFERS, len(columns)))]
    buffers = tuple(_buffer_of(group, count) for group in groups)
    return Points(other or OtherStage(_fragment_text(stage.interpolation)), buffers, count)


def _fragment_text(interpolation: str) -> str:
    """Return the fragment stage; the interpolation of its input has to be that of the output."""
    return (
        f"@fragment fn main(@location(0) @interpolate({interpolation}) colour: vec4<f32>)"
        " -> @location(0) vec4<f32> { return colour; }\n"
    )


def _disagreement(wanted: VertexInput, given: BoundColumn | None) -> str:
    if given is None:
        return f"the vertex input {wanted.name!r} is at a location without an attribute"
    if wanted.type == (given.numbers, given.components):
        return ""
    what = f"{given.components} of {given.numbers}"
    return f"the vertex input {wanted.name!r} is of another type than its attribute, {what}"


def _buffer_of(columns: Sequence[BoundColumn], count: int) -> VertexBuffer:
    """Return a buffer with these columns side by side: of one alone it is the column's bytes."""
    fields: list[VertexField] = []
    sizes = [one.components * _WORD for one in columns]
    for index, one in enumerate(columns):
        suffix = f"x{one.components}" if one.components > 1 else ""
        form = f"{_FORMATS[one.numbers]}{suffix}"
        fields.append(VertexField(one.location, form, sum(sizes[:index])))
    parts = [
        one.data[vertex * size : (vertex + 1) * size]
        for vertex in range(count)
        for one, size in zip(columns, sizes, strict=True)
    ]
    return VertexBuffer(sum(sizes), tuple(fields), b"".join(parts))
