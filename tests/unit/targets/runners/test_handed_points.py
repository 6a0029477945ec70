"""The vertex shader that a module for the geometry stage is used with, and what such a module may
ask for.
"""

from __future__ import annotations

from typing import Final

import pytest

from aberration.core.attributes import Attribute
from aberration.core.inputs import Inputs
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.runners.handed_points import placed_columns, point_module
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.vertex_stage import (
    HANDED_ON,
    TAKEN,
    Column,
    VertexModule,
    fed_columns,
    geometry_refusal,
    with_moved_attributes,
)

PLACE: Final = Attribute("place", 3, "float", 2, place=True)
NORMAL: Final = Attribute("normal", 0, "float", 3, number=1)
MATRIX: Final = Attribute("turn", 1, "float", 2, 2, number=4)
NUMBERS: Final = Attribute("numbers", 4, "int", 2, number=5)
INPUTS: Final = Inputs(width=8, height=8, attributes=(NORMAL, MATRIX, PLACE, NUMBERS))
MODULE: Final = """OpCapability Geometry
OpMemoryModel Logical GLSL450
OpEntryPoint Geometry %main "main" %normal %turn %gl_in %result %position
OpExecutionMode %main InputPoints
OpExecutionMode %main Invocations 1
OpExecutionMode %main OutputPoints
OpExecutionMode %main OutputVertices 1
OpName %normal "normal"
OpName %turn "turn"
OpDecorate %normal Location 2
OpDecorate %turn Location 6
OpDecorate %result Location 0
OpDecorate %position BuiltIn Position
OpMemberDecorate %vertex 0 BuiltIn Position
OpDecorate %vertex Block
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%vec2 = OpTypeVector %float 2
%vec3 = OpTypeVector %float 3
%vec4 = OpTypeVector %float 4
%mat2 = OpTypeMatrix %vec2 2
%vertex = OpTypeStruct %vec4
%one = OpConstant %uint 1
%zero = OpConstantNull %vec4
%vec3s = OpTypeArray %vec3 %one
%mat2s = OpTypeArray %mat2 %one
%vertices = OpTypeArray %vertex %one
%to_vec3s = OpTypePointer Input %vec3s
%to_mat2s = OpTypePointer Input %mat2s
%to_vertices = OpTypePointer Input %vertices
%to_vec4 = OpTypePointer Output %vec4
%normal = OpVariable %to_vec3s Input
%turn = OpVariable %to_mat2s Input
%gl_in = OpVariable %to_vertices Input
%result = OpVariable %to_vec4 Output
%position = OpVariable %to_vec4 Output
%main = OpFunction %void None %function
%start = OpLabel
OpStore %result %zero
OpStore %position %zero
OpEmitVertex
OpReturn
OpFunctionEnd
"""


def geometry(old: str = "", new: str = "") -> bytes:
    return assemble(MODULE.replace(old, new) if old else MODULE, (1, 0))


def refusal(module: bytes) -> str:
    assert validate(module, environment_of(module)) is None
    return geometry_refusal(VertexModule(module), INPUTS, read_interface(module))


def test_attributes_lie_where_the_module_takes_them() -> None:
    module = geometry()
    moved = with_moved_attributes(module, INPUTS)
    assert not isinstance(moved, str)
    assert [(one.name, one.location) for one in moved.attributes] == [
        ("normal", 2),
        ("turn", 6),
        ("place", 0),
    ]
    fed = fed_columns(VertexModule(module), moved)
    assert not isinstance(fed, str)
    placed = placed_columns(fed, moved)
    assert not isinstance(placed, str)
    assert [one.column for one in placed] == [
        Column(2, "float", 3),
        Column(6, "float", 2),
        Column(7, "float", 2),
        Column(0, "float", 2),
    ]
    assert placed[-1].attribute.place


def test_the_vertex_shader_hands_on_each_column() -> None:
    columns = (
        Column(2, "float", 3),
        Column(0, "int", 2),
        Column(5, "uint", 1),
        Column(6, "float", 1),
        Column(7, "float", 4),
        Column(8, "int", 2),
    )
    module = point_module((*columns, Column(1, "float", 2)))
    assert validate(module, environment_of(module)) is None
    stage = VertexModule(module)
    assert stage.columns(HANDED_ON) == list(columns)
    assert stage.columns(TAKEN) == [Column(1, "float", 2), *columns]
    assert stage.is_sized
    alone = point_module((Column(0, "float", 2),))
    assert validate(alone, environment_of(alone)) is None
    assert VertexModule(alone).columns(HANDED_ON) == []


def test_without_a_place_or_room_for_it_nothing_is_drawn() -> None:
    assert placed_columns((), Inputs()) == "no attribute says where a point lies"
    fed = fed_columns(VertexModule(geometry()), with_moved(INPUTS))
    assert not isinstance(fed, str)
    many = tuple(type(fed[0])(Column(k, "float", 2), PLACE, 0) for k in range(16))
    assert placed_columns(many, INPUTS) == "no location is free for the place of the point"


def with_moved(inputs: Inputs) -> Inputs:
    moved = with_moved_attributes(geometry(), inputs)
    assert not isinstance(moved, str)
    return moved


def test_points_are_drawn() -> None:
    assert refusal(geometry()) == ""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("InputPoints", "InputLines", "something else than points"),
        ("OutputPoints", "OutputLineStrip", "something else than points"),
        ("%result Location 0", "%result Location 1", "no colour is written to location 0"),
        ("OpDecorate %result Location 0\n", "", "no colour is written to location 0"),
        ("", "", ""),
    ],
)
def test_another_form_is_refused_by_name(old: str, new: str, says: str) -> None:
    if "Lines" in new:
        new_size = MODULE.replace(old, new).replace("%uint 1", "%uint 2")
        assert says in refusal(assemble(new_size, (1, 0)))
        return
    module = geometry(old, new)
    assert says in geometry_refusal(VertexModule(module), INPUTS, read_interface(module))
