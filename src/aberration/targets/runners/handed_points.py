"""The vertex shader that a module for the geometry stage is used with: it hands on the attributes
of its point, each from its location to the same one, and puts the point on its pixel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from aberration.core.attributes import MOST_LOCATIONS
from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.languages.spirv.assembler import assemble
from aberration.targets.runners.vertex_stage import Column, FedColumn

_KEPT: Final = 64
_SCALARS: Final[dict[ScalarType, str]] = {
    "float": "OpTypeFloat 32",
    "int": "OpTypeInt 32 1",
    "uint": "OpTypeInt 32 0",
}
_BEGIN: Final = """%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%float_2 = OpTypeVector %float 2
%float_4 = OpTypeVector %float 4
%to_float = OpTypePointer Output %float
%to_float_4 = OpTypePointer Output %float_4
%zero = OpConstant %float 0
%one = OpConstant %float 1
%position = OpVariable %to_float_4 Output
%size = OpVariable %to_float Output"""
_KNOWN: Final = frozenset(("float", "float_2", "float_4"))


def placed_columns(columns: Sequence[FedColumn], inputs: Inputs) -> tuple[FedColumn, ...] | str:
    """Return the columns that the vertex shader takes: those of the geometry stage and, last, the
    place of the point; or why there is none.
    """
    place = next((one for one in inputs.attributes if one.place), None)
    if place is None:
        return "no attribute says where a point lies"
    taken = {fed.column.location for fed in columns}
    free = (location for location in range(MOST_LOCATIONS) if location not in taken)
    location = next(free, None)
    if location is None:
        return "no location is free for the place of the point"
    return (*columns, FedColumn(Column(location, "float", 2), place, 0))


@lru_cache(maxsize=_KEPT)
def point_module(columns: tuple[Column, ...]) -> bytes:
    """Return the vertex shader for columns, of which the last is the place."""
    *handed, place = columns
    return assemble("\n".join(_lines(handed, place)), (1, 0))


def _lines(handed: Sequence[Column], place: Column) -> Iterator[str]:
    names = [f"{word}_{one.location}" for one in handed for word in ("in", "out")]
    listed = " ".join(f"%{name}" for name in ("position", "size", "place", *names))
    yield "OpCapability Shader"
    yield "OpMemoryModel Logical GLSL450"
    yield f'OpEntryPoint Vertex %main "main" {listed}'
    yield "OpDecorate %position BuiltIn Position"
    yield "OpDecorate %size BuiltIn PointSize"
    yield f"OpDecorate %place Location {place.location}"
    for one in handed:
        yield f"OpDecorate %in_{one.location} Location {one.location}"
        yield f"OpDecorate %out_{one.location} Location {one.location}"
    yield _BEGIN
    yield from _types([*handed, place])
    yield "%place = OpVariable %in_pointer_float_2 Input"
    for one in handed:
        yield f"%in_{one.location} = OpVariable %in_pointer_{_type(one)} Input"
        yield f"%out_{one.location} = OpVariable %out_pointer_{_type(one)} Output"
    yield "%main = OpFunction %void None %function"
    yield "%start = OpLabel"
    yield "%at = OpLoad %float_2 %place"
    yield "%at_4 = OpCompositeConstruct %float_4 %at %zero %one"
    yield "OpStore %position %at_4"
    yield "OpStore %size %one"
    for one in handed:
        yield f"%value_{one.location} = OpLoad %{_type(one)} %in_{one.location}"
        yield f"OpStore %out_{one.location} %value_{one.location}"
    yield "OpReturn"
    yield "OpFunctionEnd"


def _types(columns: Sequence[Column]) -> Iterator[str]:
    """Give the types of columns, and of pointers to them, each once."""
    known = set(_KNOWN)
    for one in columns:
        scalar, type = one.numbers, _type(one)
        if scalar not in known:
            yield f"%{scalar} = {_SCALARS[scalar]}"
        if type not in known and one.components > 1:
            yield f"%{type} = OpTypeVector %{scalar} {one.components}"
        known |= {scalar, type}
    for type in dict.fromkeys(map(_type, columns)):
        yield f"%in_pointer_{type} = OpTypePointer Input %{type}"
        yield f"%out_pointer_{type} = OpTypePointer Output %{type}"


def _type(column: Column) -> str:
    components = f"_{column.components}" if column.components > 1 else ""
    return f"{column.numbers}{components}"
