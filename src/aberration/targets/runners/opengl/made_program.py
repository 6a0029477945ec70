"""How a program comes to be: at once, a second time, from its binary, each stage on its own."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.program import Program
from aberration.core.ways import ways_of
from aberration.targets.runners.opengl import binding as names
from aberration.targets.runners.opengl.binding import Gl
from aberration.targets.runners.opengl.context import Api
from aberration.targets.runners.opengl.program import (
    KINDS,
    Refusal,
    link_program,
    link_stage,
    parameter,
    vertex_shader,
)

_OTHERS: Final = frozenset(("UseProgramBinary", "UseSeparateStages"))
# `gl_PerVertex` must be declared in a vertex shader that is linked alone (GLSL 4.10, 7.1).
_LONE_VERTEX: Final = """#version 410 core
out gl_PerVertex { vec4 gl_Position; };
in vec4 aberration_position;
void main() { gl_Position = aberration_position; }
"""
_SINCE: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = MappingProxyType(
    {
        "DrawIndirect": {"glsl": (4, 0), "essl": (3, 1)},
        "UseProgramBinary": {"glsl": (4, 1), "essl": (3, 0)},
        "UseSeparateStages": {"glsl": (4, 1), "essl": (3, 1)},
        "DispatchIndirect": {"glsl": (4, 3), "essl": (3, 1)},
    }
)
"""The first versions with a way; the first of all versions that we use have the others."""


def ways_of_context(gl: Gl, api: Api) -> frozenset[str]:
    """Return the ways that a context has."""
    number = gl.integer(names.MAJOR_VERSION), gl.integer(names.MINOR_VERSION)
    language = "essl" if api == "essl" else "glsl"
    found = {
        way for way in ways_of("opengl") if way not in _SINCE or number >= _SINCE[way][language]
    }
    if "UseProgramBinary" in found and not gl.integer(names.NUM_PROGRAM_BINARY_FORMATS):
        found.remove("UseProgramBinary")
    return frozenset(found)


class MadeProgram(msgspec.Struct, frozen=True):
    """A program with the stage that is under test, and the program pipeline that it is used in, 0
    without one.
    """

    program: int
    pipeline: int = 0

    def use(self, gl: Gl) -> None:
        """Let the pipeline be used in place of the program, where there is one."""
        if self.pipeline:
            gl["UseProgram"](0)
            gl["BindProgramPipeline"](self.pipeline)


@contextlib.contextmanager
def made_program(gl: Gl, program: Program) -> Iterator[MadeProgram]:
    """Give the program made of a shader in the ways that it wants; raise `Refusal`."""
    ways = program.inputs.ways
    if "MakePipelineTwice" in ways:
        with link_program(gl, program):
            pass
    with contextlib.ExitStack() as owned:
        whole = owned.enter_context(link_program(gl, program))
        if not _OTHERS & {*ways}:
            yield MadeProgram(whole)
            return
        # What came with the shader alone is what a compiler is asked: the rest is our own doing.
        try:
            made = _otherwise(gl, owned, program, whole)
        except Refusal as error:
            raise Refusal(str(error), unasked=True) from error
        yield made


def _otherwise(gl: Gl, owned: contextlib.ExitStack, program: Program, whole: int) -> MadeProgram:
    ways, separate = program.inputs.ways, "UseSeparateStages" in program.inputs.ways
    found = {KINDS[program.stage]: whole}
    if separate:
        found = {
            kind: owned.enter_context(link_stage(gl, kind, source))
            for kind, source in _stages(program)
        }
    if "UseProgramBinary" in ways:
        found = {
            kind: _from_binary(gl, owned, one, separate=separate) for kind, one in found.items()
        }
    pipeline = _pipeline(gl, owned, found) if separate else 0
    return MadeProgram(found[KINDS[program.stage]], pipeline)


def _stages(program: Program) -> Sequence[tuple[int, bytes]]:
    own = (KINDS[program.stage], program.source)
    if program.stage == "compute":
        return (own,)
    vertex = _LONE_VERTEX if program.language == "glsl" else vertex_shader(program)
    return own, (names.VERTEX_SHADER, vertex.encode())


def _from_binary(gl: Gl, owned: contextlib.ExitStack, first: int, *, separate: bool) -> int:
    """Return a program made from the binary of another one; a driver may have none, or not take
    it.
    """
    size = parameter(gl, "GetProgramiv", first, names.PROGRAM_BINARY_LENGTH)
    data, length, form = ctypes.create_string_buffer(max(size, 1)), ctypes.c_int(), ctypes.c_uint()
    gl["GetProgramBinary"](first, size, ctypes.byref(length), ctypes.byref(form), data)
    if not length.value:
        raise Refusal("the driver gives no binary of this program")
    made = gl["CreateProgram"]()
    owned.callback(gl["DeleteProgram"], made)
    if separate:
        gl["ProgramParameteri"](made, names.PROGRAM_SEPARABLE, 1)
    gl["ProgramBinary"](made, form.value, data, length.value)
    if not parameter(gl, "GetProgramiv", made, names.LINK_STATUS):
        raise Refusal("the driver does not take its own binary of this program")
    return made


def _pipeline(gl: Gl, owned: contextlib.ExitStack, stages: Mapping[int, int]) -> int:
    pipeline = gl.new_object("ProgramPipelines")
    owned.callback(gl.delete, "ProgramPipelines", pipeline)
    for kind, program in stages.items():
        gl["UseProgramStages"](pipeline, names.STAGE_BITS[kind], program)
    return pipeline
