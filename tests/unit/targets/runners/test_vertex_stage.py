"""What a vertex stage asks of the pipeline around it, read from the words of its module."""

from __future__ import annotations

import struct

import msgspec
import pytest
from helpers.vertex_modules import ATTRIBUTES, POINT, place, vertex_module, vertex_program

from aberration.core.attributes import Attribute
from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program
from aberration.core.tiles import Tile
from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.interface import NO_COLOUR, read_interface
from aberration.targets.runners.vertex_stage import (
    Column,
    VertexModule,
    fed_columns,
    vertex_refusal,
    with_moved_attributes,
)

GIVEN = Attribute("given", 4, "float", 3, 2, number=3)
DECLARED = "layout(location = 4) in mat2x3 given;"
BODY = f"{POINT} aberration_result = vec4(given[1], 1.0);"


def refusal(program: Program) -> str:
    interface = read_interface(program.source)
    return vertex_refusal(VertexModule(program.source), program.inputs, interface)


def with_inputs(program: Program, **more: object) -> Program:
    return msgspec.structs.replace(program, inputs=msgspec.structs.replace(program.inputs, **more))


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_programs_of_the_form_are_taken(name: str) -> None:
    program = compile_glsl(vertex_program(name, (8, 8)))
    assert read_interface(program.source).unsupported == ""
    assert refusal(program) == ""
    found = fed_columns(VertexModule(program.source), program.inputs)
    assert not isinstance(found, str)
    locations = {one.location + k for one in ATTRIBUTES[name] for k in range(one.columns)}
    assert {fed.column.location for fed in found} == locations


def test_columns_of_a_matrix_have_a_location_each() -> None:
    program = vertex_module(BODY, DECLARED, (GIVEN,))
    found = fed_columns(VertexModule(program.source), program.inputs)
    assert not isinstance(found, str)
    columns = [(fed.column, fed.number) for fed in found if fed.attribute == GIVEN]
    assert columns == [(Column(4, "float", 3), 0), (Column(5, "float", 3), 1)]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ((), "location 4 is an attribute, and none is supplied"),
        ((msgspec.structs.replace(GIVEN, columns=1),), "location 5 is an attribute, and none"),
        (
            (msgspec.structs.replace(GIVEN, numbers="uint"),),
            "location 4 is an attribute of 3 of float, and 3 of uint are supplied",
        ),
        (
            (msgspec.structs.replace(GIVEN, components=2),),
            "location 4 is an attribute of 3 of float, and 2 of float are supplied",
        ),
        ((GIVEN, msgspec.structs.replace(GIVEN, name="other")), "location 4 is an attribute, and"),
    ],
)
def test_attributes_that_the_inputs_lack(attributes: tuple[Attribute, ...], message: str) -> None:
    program = vertex_module(BODY, DECLARED, attributes)
    found = fed_columns(VertexModule(program.source), program.inputs)
    assert isinstance(found, str)
    assert found.startswith(message)


def test_numbers_of_64_bits_are_no_attributes() -> None:
    program = vertex_module(
        f"{POINT} aberration_result = vec4(given);", "layout(location = 4) in double given;"
    )
    found = fed_columns(VertexModule(program.source), program.inputs)
    assert isinstance(found, str)
    assert found.startswith("location 4 is no number of 32 bits")


@pytest.mark.parametrize(
    ("more", "word"),
    [({"tiles": (Tile(0, 0, 2, 2),)}, "tiles"), ({"ways": ("DrawIndexed",)}, "DrawIndexed")],
)
def test_there_is_one_way_to_draw(more: dict[str, object], word: str) -> None:
    program = vertex_module(BODY, DECLARED, (GIVEN,))
    assert refusal(program) == ""
    assert word in refusal(with_inputs(program, **more))


SIZED = "the only output of the vertex stage is not four floats at location 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gl_Position = vec4(0.0); aberration_result = vec4(1.0);", "no size of points is written"),
        ("aberration_result = vec4(gl_PointSize);", "no size of points is written"),
        (f"{POINT} aberration_result = vec4(1.0);", ""),
        (f"{POINT} aberration_result = vec4(1.0); more = 1.0;", SIZED),
    ],
)
def test_what_comes_out(text: str, message: str) -> None:
    more = "layout(location = 1) out float more;" if "more" in text else ""
    assert refusal(vertex_module(text, more)) == message


def test_a_colour_is_needed() -> None:
    program = vertex_module(f"{POINT} aberration_result = vec4(1.0);")
    # The words Location and 0 of decorations, to Location 2.
    old, new = (struct.pack("<2I", 30, location) for location in (0, 2))
    source = program.source.replace(old, new)
    assert refusal(msgspec.structs.replace(program, source=source)) == NO_COLOUR


def test_one_entry_point_alone_is_looked_at() -> None:
    program = vertex_module(f"{POINT} aberration_result = vec4(1.0);")
    entry = next(
        line for line in disassemble(program.source).splitlines() if "OpEntryPoint" in line
    )
    text = disassemble(program.source).replace(entry, f"{entry}\n{entry.replace('main', 'other')}")
    twice = msgspec.structs.replace(program, source=assemble(text))
    assert refusal(twice).startswith("several entry points")
    with pytest.raises(Refused, match="beside other entry points"):
        interpret(twice)


def test_storage_is_refused() -> None:
    text = f"{POINT} aberration_result = vec4(kept);"
    program = vertex_module(text, "layout(binding = 0) readonly buffer Kept { float kept; };")
    program = with_inputs(program, buffers=(Buffer(0, bytes(4)),))
    assert refusal(program).startswith("a storage block in the vertex stage")


def test_attributes_move_to_the_variables_of_their_names() -> None:
    program = vertex_module(BODY, DECLARED, (GIVEN,))
    elsewhere = msgspec.structs.replace(GIVEN, location=1)
    unused = Attribute("unused", 4)
    moved = with_moved_attributes(program.source, Inputs(attributes=(unused, place(9), elsewhere)))
    assert isinstance(moved, Inputs)
    assert set(moved.attributes) == {place(0), GIVEN}
    lacking = with_moved_attributes(program.source, Inputs(attributes=(place(0),)))
    assert lacking == "given is an attribute, and none is supplied"
