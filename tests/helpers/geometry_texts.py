"""Small programs for the geometry stage, and the attributes of the points that they take."""

from __future__ import annotations

from typing import Final

from helpers.shading_runs import BothPaths
from helpers.vertex_texts import PLACE, SIZE

from aberration.core.attributes import Attribute
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

ATTRIBUTES: Final = (
    PLACE,
    Attribute("normal", 0, "float", 3, number=1),
    Attribute("numbers", 1, "int", 2, number=3),
    Attribute("turn", 2, "float", 2, 3, number=4),
)
VERSIONS: Final = ("150", "330", "400", "450", "320 es")
POINT: Final = "gl_Position = vec4(aberration_place[0], 0.0, 1.0);"
COLOUR: Final = "aberration_result = vec4(normal[0], 1.0);"
_DECLARED: Final = """layout(points) in;
layout(points, max_vertices = 3) out;
in vec2 aberration_place[];
in vec3 normal[1];
flat in ivec2 numbers[];
in mat3x2 turn[];
flat out vec4 aberration_result;
"""
TEXTS: Final = {
    "one": f"void main() {{ {POINT} {COLOUR} EmitVertex(); EndPrimitive(); }}",
    "every attribute": f"""void main() {{ {POINT} int k = normal.length() - 1;
        aberration_result = vec4(normal[k].x + turn[k][2][1], float(numbers[0].y), turn[0][1]);
        EmitVertex(); }}""",
    "place of gl_in": """void main() { gl_Position = gl_in[0].gl_Position;
        aberration_result = vec4(gl_in[0].gl_Position.yx, float(gl_PrimitiveIDIn), gl_in.length());
        EmitVertex(); }""",
    "the last counts": f"""void main() {{
        for (int k = 0; k < 3; k++) {{
            {POINT} aberration_result = normal[0].yzxy * float(k); EmitVertex(); }} }}""",
    "none": f"""void main() {{
        if (gl_PrimitiveIDIn % 3 == 1) return;
        {POINT} {COLOUR} EmitVertex(); }}""",
    "beyond": """void emit(float depth, float x) {
            gl_Position = vec4(aberration_place[0], depth, 1.0);
            aberration_result = vec4(x); EmitVertex(); }
        void main() {
            emit(2.0, 2.0); emit(0.0, normal[0].x); emit(-6.0 - normal[0].y, 7.0);
            EndPrimitive(); }""",
}
"""Programs by name: in GLSL from 1.50 on, and ESSL 3.20."""


def geometry_text(version: str, body: str, declared: str = _DECLARED) -> str:
    """Return a program: its version, declarations, functions."""
    precision = "precision highp float;\n" if "es" in version else ""
    return f"#version {version}\n{precision}{declared}{body}\n"


def language_of(version: str) -> LanguageName:
    return "essl" if "es" in version else "glsl"


def geometry_program(
    version: str, body: str, *, size: tuple[int, int] = SIZE, declared: str = _DECLARED
) -> Program:
    """Return a program with the points that it takes."""
    inputs = Inputs(width=size[0], height=size[1], attributes=ATTRIBUTES)
    text = geometry_text(version, body, declared)
    return Program(language_of(version), "geometry", text.encode(), inputs, "planted")


def points_of(version: str, body: str, declared: str = _DECLARED) -> BothPaths:
    """Return the interpreters of a program."""
    program = geometry_program(version, body, declared=declared)
    language = language_of(version)
    shader = read(program.source, language, f"planted.{language}")
    return BothPaths(shader, "geometry", program.inputs)
