"""Programs for the vertex stage in each language, and the attributes that they are given."""

from __future__ import annotations

from typing import Final

from helpers.shading_runs import BothPaths

from aberration.core.attributes import Attribute
from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

PLACE: Final = Attribute("aberration_place", 7, "float", 2, place=True)
SIZE: Final = (5, 3)
_HEADS: Final = {
    "glsl": (
        "#version 330\n{inputs}in vec2 aberration_place;\nflat out vec4 aberration_result;\n",
        "in",
    ),
    "essl": (
        "#version 300 es\n{inputs}in vec2 aberration_place;\nflat out vec4 aberration_result;\n",
        "in",
    ),
    "old essl": (
        (
            "#version 100\n{inputs}attribute vec2 aberration_place;\n"
            "varying vec4 aberration_result;\n"
        ),
        "attribute",
    ),
    "old glsl": (
        (
            "#version 120\n{inputs}attribute vec2 aberration_place;\n"
            "varying vec4 aberration_result;\n"
        ),
        "attribute",
    ),
}
POINT: Final = "gl_Position = vec4(aberration_place, 0.0, 1.0); gl_PointSize = 1.0;"
_WGSL: Final = """
struct Out {{ @builtin(position) at: vec4f, @location(0) @interpolate(flat) colour: vec4f }}
{before}
@vertex fn main({inputs}@location(7) aberration_place: vec2f) -> Out {{
  var result: vec4f;
  {body}
  return Out({point}, result);
}}"""
DOWN: Final = "vec4f(aberration_place.x, -aberration_place.y, 0, 1)"
KINDS: Final = (*_HEADS,)


def family_text(
    kind: str, body: str, inputs: str = "", *, before: str = "", point: str = POINT
) -> str:
    """Return a program in GLSL or ESSL; `inputs` are declarations without their keyword."""
    head, keyword = _HEADS[kind]
    declared = "".join(f"{keyword} {one.strip()};\n" for one in inputs.split(";") if one.strip())
    return f"{head.format(inputs=declared)}{before}\nvoid main() {{\n{body}\n{point}\n}}\n"


def wgsl_text(body: str, inputs: str = "", *, before: str = "", point: str = DOWN) -> str:
    """Return a program in WGSL, whose body sets `result`."""
    return _WGSL.format(before=before, inputs=inputs, body=body, point=point)


def language_of(kind: str) -> LanguageName:
    return "wgsl" if kind == "wgsl" else "essl" if "essl" in kind else "glsl"


def vertices(
    kind: str,
    text: str,
    *attributes: Attribute,
    size: tuple[int, int] = SIZE,
    options: Options | None = None,
    uniforms: tuple[Uniform, ...] = (),
) -> BothPaths:
    """Return the interpreters of a program, which is given its place and more attributes."""
    inputs = Inputs(uniforms, width=size[0], height=size[1], attributes=(*attributes, PLACE))
    language = language_of(kind)
    return BothPaths(read(text, language, f"planted.{language}"), "vertex", inputs, options)


def vertex_program(
    kind: str, text: str, *attributes: Attribute, size: tuple[int, int] = (16, 16)
) -> Program:
    """Return a program for the vertex stage with its inputs."""
    inputs = Inputs(width=size[0], height=size[1], attributes=(*attributes, PLACE))
    return Program(language_of(kind), "vertex", text.encode(), inputs, "planted")
