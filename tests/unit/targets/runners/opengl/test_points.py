"""Which vertex shaders a context takes, and by which calls their attributes are bound."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import pytest

from aberration.core.attributes import Attribute, attribute_bytes
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.targets.runners.opengl.binding import ACTIVE_ATTRIBUTES, Call, Gl
from aberration.targets.runners.opengl.points import (
    VertexLimits,
    attribute_refusal,
    bound_attributes,
    draw_points,
    unfit_text,
)

LIMITS = VertexLimits(2, 1, 1)
RESULT = "flat out vec4 aberration_result;\n"
READ = "layout(std430, binding = 0) readonly buffer S { uint s[]; };\n"
FLOAT, VEC3, MAT2, INT = 0x1406, 0x8B51, 0x8B5A, 0x1404
GIVEN = (
    Attribute("a", 1, "float", 3, 1, 5),
    Attribute("m", 4, "float", 2, 2, 6),
    Attribute("n", 3, "int", 1, 1, 7),
)


def program(text: str, inputs: Inputs | None = None) -> Program:
    return Program("glsl", "vertex", f"#version 450\n{text}".encode(), inputs or Inputs())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RESULT, ""),
        (RESULT + READ, ""),
        ("", "no aberration_result is handed on"),
        (RESULT + "int n = gl_VertexIndex;", "gl_VertexIndex is Vulkan's"),
        (RESULT + READ.replace("readonly", ""), "that the vertex stage may write"),
        (RESULT + READ + READ.replace("S", "T"), "more than 1 storage blocks in the vertex stage"),
        (
            RESULT + "".join(f"uniform B{k} {{ float k{k}; }};" for k in range(3)),
            "more than 2 uniform blocks in the vertex stage",
        ),
    ],
)
def test_a_text_beyond_what_the_vertex_stage_has_is_refused(text: str, message: str) -> None:
    told = unfit_text(program(text), LIMITS)
    assert message in told
    assert bool(told) == bool(message)


def test_textures_beyond_those_of_the_vertex_stage_are_refused() -> None:
    inputs = Inputs(textures=(Texture("s"), Texture("t")))
    told = unfit_text(program(RESULT, inputs), LIMITS)
    assert told == "more than 1 textures in the vertex stage"


Active = tuple[bytes, int, int, int]
"""Name, count, type and location."""


class AttributeGl(Gl):
    """A context whose program has some attributes; it writes down how it is called."""

    def __init__(self, *active: Active) -> None:
        super().__init__(lambda _: 0)
        self._active = active
        self.calls: list[tuple[object, ...]] = []
        self.count = 0

    def __getitem__(self, name: str) -> Call:
        """Return an entry point."""
        own: dict[str, Call] = {
            "GetProgramiv": self._get_program,
            "GetActiveAttrib": self._get_active,
            "GetAttribLocation": self._get_location,
        }
        return own.get(name) or self._written(name)

    def named(self, *names: str) -> list[tuple[object, ...]]:
        """Return the calls of some names."""
        return [call for call in self.calls if call[0] in names]

    def _get_program(self, _program: int, name: int, found: Any) -> int:
        assert name == ACTIVE_ATTRIBUTES
        ctypes.cast(found, ctypes.POINTER(ctypes.c_int))[0] = len(self._active)
        return 0

    def _get_active(self, _program: int, index: int, *answers: Any) -> int:
        name, count, kind, _ = self._active[index]
        ctypes.cast(answers[2], ctypes.POINTER(ctypes.c_int))[0] = count
        ctypes.cast(answers[3], ctypes.POINTER(ctypes.c_uint))[0] = kind
        answers[4].value = name
        return 0

    def _get_location(self, _program: int, name: bytes) -> int:
        return next(one[3] for one in self._active if one[0] == name)

    def _written(self, name: str) -> Call:
        def call(*arguments: Any) -> int:
            if name.startswith("Gen"):
                self.count += 1
                ctypes.cast(arguments[1], ctypes.POINTER(ctypes.c_uint))[0] = self.count
            self.calls.append((name, *arguments))
            return 0

        return call


@pytest.mark.parametrize(
    ("active", "message"),
    [
        ([], ""),
        ([(b"a", 1, VEC3, 1), (b"m", 1, MAT2, 4)], ""),
        ([(b"gl_VertexID", 1, INT, -1), (b"gl_InstanceID", 1, INT, -1)], ""),
        ([(b"b", 1, VEC3, 1)], "the attribute 'b' is not among those that are given"),
        ([(b"gl_Vertex", 1, VEC3, -1)], "'gl_Vertex' is not among those"),
        ([(b"a[0]", 2, VEC3, 1)], "the attribute 'a' is not among those that are given"),
        ([(b"a", 1, FLOAT, 1)], "the attribute 'a' is no vec3, and one is given"),
        ([(b"n", 1, FLOAT, 3)], "the attribute 'n' is no int, and one is given"),
        ([(b"a", 1, VEC3, 2)], "the attribute 'a' does not lie at location 1"),
    ],
)
def test_attributes_that_are_not_given_are_refused_by_name(
    active: Sequence[Active], message: str
) -> None:
    program = Program("glsl", "vertex", b"", Inputs(attributes=GIVEN))
    told = attribute_refusal(AttributeGl(*active), 1, program)
    assert message in told
    assert bool(told) == bool(message)


def test_each_column_has_a_buffer_of_its_own_until_the_end() -> None:
    gl, inputs = AttributeGl(), Inputs(width=3, height=2, attributes=GIVEN)
    with bound_attributes(gl, inputs, 77):
        assert gl.named("BindVertexArray") == [("BindVertexArray", 1)]
        assert gl.named("VertexAttribPointer", "VertexAttribIPointer") == [
            ("VertexAttribPointer", 1, 3, 0x1406, 0, 0, None),
            ("VertexAttribIPointer", 3, 1, 0x1404, 0, None),
            ("VertexAttribPointer", 4, 2, 0x1406, 0, 0, None),
            ("VertexAttribPointer", 5, 2, 0x1406, 0, 0, None),
        ]
        second = attribute_bytes(GIVEN[1], (3, 2), 1)
        assert gl.named("BufferData")[-1][2:4] == (len(second), second)
        assert [call[1] for call in gl.named("EnableVertexAttribArray")] == [1, 3, 4, 5]
        draw_points(gl, inputs)
        assert gl.named("DrawArrays") == [("DrawArrays", 0, 0, 6)]
        gl.calls.clear()
    assert [call[0] for call in gl.calls] == [
        *["DeleteBuffers"] * 4,
        "BindVertexArray",
        "DeleteVertexArrays",
    ]
    assert gl.named("BindVertexArray") == [("BindVertexArray", 77)]
