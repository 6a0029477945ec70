"""The vertex shader that a geometry shader under test is linked with: it hands on the attributes of
its point, each under the name that it has there, and puts the point on its pixel.
"""

from __future__ import annotations

import re
from typing import Final

from aberration.core.attributes import Attribute
from aberration.core.program import Program, shading_version, without_comments
from aberration.targets.runners.gl_attributes import gl_attribute

PREFIX: Final = "aberration_given_"
"""What the names of attributes begin with in the vertex shader, where outputs have theirs."""
_STATEMENT: Final = re.compile(r"[;{}]")
_WORD: Final = re.compile(r"\w+")
_LOCATED: Final = re.compile(r"\blayout\s*\([^()]*\blocation\b[^()]*\)")
_INTERPOLATED: Final = ("flat", "smooth", "noperspective", "centroid", "sample")


def attribute_name(program: Program, attribute: Attribute) -> str:
    """Return the name of an attribute in the vertex shader that a program is linked with."""
    return f"{PREFIX}{attribute.name}" if program.stage == "geometry" else attribute.name


def handing_on(program: Program) -> str:
    """Return the vertex shader for a geometry shader, of the same version.

    Outputs and inputs belong together by name, and by location where both state one (OpenGL 4.6,
    7.4.1); before GLSL 4.40 their interpolation has to be the same.
    """
    number, profile = shading_version(program.source)
    head = f"#version {number}{f' {profile}' if profile else ''}\n"
    precision = "precision highp float;\nprecision highp int;\n" if profile == "es" else ""
    lines, body = [], []
    for one in program.inputs.attributes:
        found = gl_attribute(one)
        declared = _declaration(program, one)
        if found is None or not (declared or one.place):
            continue
        lines.append(f"in {found.word} {PREFIX}{one.name};\n")
        if declared:
            lines.append(f"{_qualifiers(declared, one)}out {found.word} {one.name};\n")
            body.append(f"{one.name} = {PREFIX}{one.name};")
        if one.place:
            body.append(f"gl_Position = vec4({PREFIX}{one.name}, 0.0, 1.0); gl_PointSize = 1.0;")
    return f"{head}{precision}{''.join(lines)}void main() {{ {' '.join(body)} }}\n"


def _declaration(program: Program, attribute: Attribute) -> str:
    """Return the statement that declares an attribute as an input; nothing where none does."""
    text = without_comments(program.source).decode("utf-8", "replace")
    for statement in _STATEMENT.split(text):
        words = _WORD.findall(statement)
        if "in" in words and attribute.name in words[words.index("in") :]:
            return statement
    return ""


def _qualifiers(declared: str, attribute: Attribute) -> str:
    words = [one for one in _WORD.findall(declared) if one in _INTERPOLATED]
    located = f"layout(location = {attribute.location}) " if _LOCATED.search(declared) else ""
    return "".join([located, *(f"{one} " for one in words)])
