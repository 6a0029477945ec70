"""Draw with a vertex shader under test: its attributes, its limits, and a point for each pixel, in
the current OpenGL context.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import POINTED, Program, Stage, without_comments
from aberration.targets.runners.block_places import heads
from aberration.targets.runners.gl_attributes import (
    OF_ITSELF,
    SCALAR_TYPES,
    gl_attribute,
    missing_attribute,
    text_refusal,
)
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.program import active_variable, parameter
from aberration.targets.runners.primitive_stages import attribute_name
from aberration.targets.runners.vertices import WRITABLE, BoundColumn, columns_of

_OF_VULKAN: Final = b"gl_VertexIndex"


class VertexLimits(msgspec.Struct, frozen=True):
    """What a context allows in the vertex or geometry stage, which may be less than in others
    (OpenGL 4.6, table 23.57; OpenGL ES 3.2, table 21.41: storage blocks and textures may be none).
    """

    uniform: int
    storage: int
    textures: int


def vertex_limits_of(gl: Gl, stage: Stage, *, storage: bool) -> VertexLimits:
    """Return the limits of a stage in a context."""
    if stage == "geometry":
        uniform, blocks, textures = (
            names.MAX_GEOMETRY_UNIFORM_BLOCKS,
            names.MAX_GEOMETRY_SHADER_STORAGE_BLOCKS,
            names.MAX_GEOMETRY_TEXTURE_IMAGE_UNITS,
        )
    else:
        uniform, blocks, textures = (
            names.MAX_VERTEX_UNIFORM_BLOCKS,
            names.MAX_VERTEX_SHADER_STORAGE_BLOCKS,
            names.MAX_VERTEX_TEXTURE_IMAGE_UNITS,
        )
    return VertexLimits(
        gl.integer(uniform), gl.integer(blocks) if storage else 0, gl.integer(textures)
    )


def unfit_text(program: Program, limits: VertexLimits) -> str:
    """Return why no driver may see the text of a vertex or geometry shader, of its own or of a
    pair, or nothing.
    """
    program = program if program.stage in POINTED else program.companion_program()
    declared = heads(program.source)
    storage = [words for words in declared if b"buffer" in words]
    uniform = [words for words in declared if b"uniform" in words]
    unfit = text_refusal(program)
    checks = (
        (unfit, bool(unfit)),
        (
            f"{_OF_VULKAN.decode()} is Vulkan's: OpenGL has gl_VertexID",
            _OF_VULKAN in without_comments(program.source),
        ),
        (WRITABLE, any(b"readonly" not in words for words in storage)),
        (
            f"more than {limits.storage} storage blocks in the {program.stage} stage",
            len(storage) > limits.storage,
        ),
        (
            f"more than {limits.uniform} uniform blocks in the {program.stage} stage",
            len(uniform) > limits.uniform,
        ),
        (
            f"more than {limits.textures} textures in the {program.stage} stage",
            len(program.inputs.textures) > limits.textures,
        ),
    )
    return next((message for message, failed in checks if failed), "")


def primitive_refusal(gl: Gl, made: int, program: Program) -> str:
    """Return why the geometry shader of a linked program cannot be drawn with, or nothing."""
    if program.stage != "geometry":
        return ""
    kinds = (names.GEOMETRY_INPUT_TYPE, names.GEOMETRY_OUTPUT_TYPE)
    if any(parameter(gl, "GetProgramiv", made, kind) != names.POINTS for kind in kinds):
        return "a geometry shader that takes or gives something else than points"
    return ""


def attribute_refusal(gl: Gl, made: int, program: Program) -> str:
    """Return why the attributes cannot be bound to those of a linked program, or nothing. One that
    the program does not use may be of any type.
    """
    given = {attribute_name(program, one): gl_attribute(one) for one in program.inputs.attributes}
    for index in range(parameter(gl, "GetProgramiv", made, names.ACTIVE_ATTRIBUTES)):
        active = active_variable(gl, "GetActiveAttrib", made, index)
        if active.name in OF_ITSELF:
            continue
        one = given.get(active.name)
        if one is None or active.array or active.count > 1:
            return missing_attribute(active.name)
        if active.kind != one.type:
            return one.wrong_type()
        if gl["GetAttribLocation"](made, active.name.encode()) != one.location:
            return one.wrong_location()
    return ""


@contextlib.contextmanager
def bound_attributes(gl: Gl, inputs: Inputs, before: int) -> Iterator[None]:
    """Bind the attributes to a vertex array of their own; at the end that of `before` is bound."""
    with contextlib.ExitStack() as owned:
        own = gl.new_object("VertexArrays")
        owned.callback(gl.delete, "VertexArrays", own)
        owned.callback(gl["BindVertexArray"], before)
        gl["BindVertexArray"](own)
        for column in columns_of(inputs):
            buffer = gl.new_object("Buffers")
            owned.callback(gl.delete, "Buffers", buffer)
            gl["BindBuffer"](names.ARRAY_BUFFER, buffer)
            _point_to(gl, column)
        gl.check("supplying attributes")
        yield


def draw_points(gl: Gl, inputs: Inputs) -> None:
    """Draw a point for each pixel, at depth 0, where other programs are drawn. Its size is 1,
    whether or not a context heeds what the shader says of it.
    """
    gl["DepthRangef"](0.0, 0.0)
    gl["DrawArrays"](names.POINTS, 0, inputs.width * inputs.height)
    gl["DepthRangef"](0.0, 1.0)


def _point_to(gl: Gl, column: BoundColumn) -> None:
    gl["BufferData"](names.ARRAY_BUFFER, len(column.data), column.data, names.DYNAMIC_COPY)
    place, kind = column.location, SCALAR_TYPES[column.numbers]
    if column.numbers == "float":
        gl["VertexAttribPointer"](place, column.components, kind, 0, 0, None)
    else:
        gl["VertexAttribIPointer"](place, column.components, kind, 0, None)
    gl["EnableVertexAttribArray"](place)
