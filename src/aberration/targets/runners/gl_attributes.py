"""Attributes of vertices in the numbers of OpenGL, OpenGL ES and WebGL, and the fragment shader
that a vertex shader under test is linked with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attributes import RESULT, Attribute
from aberration.core.program import Program, shading_version, without_comments
from aberration.core.setters import ScalarType
from aberration.targets.runners.vertices import NO_RESULT

FLOAT, INT, UINT = 0x1406, 0x1404, 0x1405
MATRIX_TYPES: Final[Mapping[tuple[int, int], int]] = MappingProxyType(
    {
        (2, 2): 0x8B5A,
        (3, 3): 0x8B5B,
        (4, 4): 0x8B5C,
        (2, 3): 0x8B65,
        (2, 4): 0x8B66,
        (3, 2): 0x8B67,
        (3, 4): 0x8B68,
        (4, 2): 0x8B69,
        (4, 3): 0x8B6A,
    }
)
"""Types of matrices by columns and rows."""
SCALAR_TYPES: Final[Mapping[ScalarType, int]] = MappingProxyType(
    {"float": FLOAT, "int": INT, "uint": UINT}
)
_PAIRS: Final[Mapping[ScalarType, tuple[int, str]]] = MappingProxyType(
    {"float": (0x8B50, "vec"), "int": (0x8B53, "ivec"), "uint": (0x8DC6, "uvec")}
)
"""The type of a vector of two, to which those of three and four are next, and its letters."""
OF_ITSELF: Final = ("gl_VertexID", "gl_InstanceID")
"""What a driver may count among the attributes, and gives by itself."""
_LOCATED: Final = re.compile(
    rb"\blayout\s*\([^()]*\blocation\b[^()]*\)[^;{}]*\baberration_result\b"
)
_NAMED: Final = re.compile(rf"\b{RESULT}\b".encode())
_SIZED: Final = re.compile(rb"\bgl_PointSize\b")
_FIRST_WITH_FLAT: Final = 130


class GlAttribute(msgspec.Struct, frozen=True):
    """An attribute in the numbers of OpenGL: the type that a shader has to declare it with, and
    what a shader calls that.
    """

    name: str
    location: int
    type: int
    word: str

    def wrong_type(self) -> str:
        """Return why a shader with an attribute of another type is not given this one."""
        return f"the attribute {self.name!r} is no {self.word}, and one is given"

    def wrong_location(self) -> str:
        """Return why a shader that says another location is not given this one."""
        return f"the attribute {self.name!r} does not lie at location {self.location}"


def missing_attribute(name: str) -> str:
    """Return why a shader with an attribute that nobody gives cannot run."""
    return f"the attribute {name!r} is not among those that are given"


def gl_attribute(attribute: Attribute) -> GlAttribute | None:
    """Return an attribute in the numbers of OpenGL, None for what no shader can declare."""
    found = _type_and_word(attribute)
    return GlAttribute(attribute.name, attribute.location, *found) if found else None


def _type_and_word(attribute: Attribute) -> tuple[int, str] | None:
    columns, rows = attribute.columns, attribute.components
    if columns > 1:
        type = MATRIX_TYPES.get((columns, rows)) if attribute.numbers == "float" else None
        return (type, f"mat{columns}x{rows}") if type else None
    if rows == 1:
        return SCALAR_TYPES[attribute.numbers], attribute.numbers
    pair, letters = _PAIRS[attribute.numbers]
    return pair + rows - 2, f"{letters}{rows}"


def text_refusal(program: Program) -> str:
    """Return why the text of a vertex or geometry shader is none of a program under test, or
    nothing: it is no half of a pair and does not name the output that becomes the colour, or leaves
    the size of points undefined, which OpenGL ES has from the vertex shader alone; points of a
    geometry shader that says none are one pixel large (OpenGL ES 3.2, 13.4 "Points").
    """
    text = without_comments(program.source)
    if not program.is_pair and not _NAMED.search(text):
        return NO_RESULT
    es = shading_version(program.source)[1] == "es"
    if es and program.stage != "geometry" and not _SIZED.search(text):
        return "no size of points is written"
    return ""


def result_shader(program: Program) -> str:
    """Return the fragment shader that a vertex shader is linked with, of the same version, as
    OpenGL ES wants it: it draws what the vertex stage hands on.

    Inputs and outputs belong together by name, and by location where both state one (OpenGL 4.6,
    7.4.1): it states one where the text does.
    """
    number, profile = shading_version(program.source)
    head = f"#version {number}{f' {profile}' if profile and number > 100 else ''}\n"
    precision = "precision highp float;\n" if profile == "es" else ""
    old = number < _FIRST_WITH_FLAT
    if old:
        declared = f"varying vec4 {RESULT};\n"
    else:
        located = _LOCATED.search(without_comments(program.source))
        place = "layout(location = 0) " if located else ""
        declared = f"{place}flat in vec4 {RESULT};\nout vec4 aberration_colour;\n"
    colour = "gl_FragColor" if old else "aberration_colour"
    return f"{head}{precision}{declared}void main() {{ {colour} = {RESULT}; }}\n"
