"""Programs for the vertex stage in GLSL: attributes of all kinds, numbers of vertices, loops,
uniforms. Their floats are exact in 32 bits, so that all drivers give the same.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from aberration.core.attributes import Attribute
from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.program import Program
from aberration.targets.front_end import compile_strictly

FOLDER: Final = Path(__file__).parent.parent / "drivers" / "shaders" / "vertex"
SIZES: Final = ((8, 8), (13, 7))


def place(location: int) -> Attribute:
    """Return the attribute that says where a vertex lies."""
    return Attribute("aberration_place", location, "float", 2, place=True)


ATTRIBUTES: Final[Mapping[str, tuple[Attribute, ...]]] = {
    "matrices": (
        Attribute("turn", 0, "float", 3, 3, number=5),
        Attribute("normal", 3, "float", 3, number=2),
        Attribute("tall", 4, "float", 4, 2, number=7),
        place(7),
    ),
    "integers": (
        Attribute("pair", 1, "uint", 2, number=1),
        Attribute("numbers", 2, "int", 3, number=11),
        Attribute("one", 3, "int", 1, number=4),
        Attribute("four", 4, "uint", 4, number=9),
        place(9),
    ),
    "numbered": (place(0),),
    "tables": (
        Attribute("weights", 0, "float", 4, number=3),
        Attribute("scale", 1, "float", 1, number=8),
        Attribute("offset", 2, "float", 2, number=6),
        place(5),
    ),
}


def vertex_program(name: str, size: tuple[int, int]) -> Program:
    """Return the program of a file with its inputs, for an image of this width and height."""
    inputs = Inputs(
        uniforms=_uniforms(name, size),
        width=size[0],
        height=size[1],
        attributes=ATTRIBUTES[name],
    )
    source = (FOLDER / f"{name}.vert").read_bytes()
    return Program("glsl", "vertex", source, inputs, name)


def _uniforms(name: str, size: tuple[int, int]) -> tuple[Uniform, ...]:
    if name == "numbered":
        tint = struct.pack("<4f", 1.0, 0.5, 0.75, 1.0)
        return (
            Uniform("size", struct.pack("<2i", *size), UNBOUND),
            Uniform("tint", tint, UNBOUND),
        )
    if name == "tables":
        colours = struct.pack("<16f", *(((5 * k) % 17) / 16.0 for k in range(16)))
        return (Uniform("Palette", colours, 0),)
    return ()


POINT: Final = "gl_Position = vec4(aberration_place, 0.0, 1.0); gl_PointSize = 1.0;"
"""What each such program says of its point."""


@cache
def vertex_module(
    body: str,
    declarations: str = "",
    attributes: tuple[Attribute, ...] = (),
    size: tuple[int, int] = (4, 3),
) -> Program:
    """Return a module made of GLSL whose colour is `aberration_result`, and whose place is at
    location 0.
    """
    text = (
        f"#version 450\nlayout(location = 0) in vec2 aberration_place;\n{declarations}\n"
        f"layout(location = 0) flat out vec4 aberration_result;\nvoid main() {{ {body} }}"
    )
    inputs = Inputs(width=size[0], height=size[1], attributes=(place(0), *attributes))
    return compile_strictly(Program("glsl", "vertex", text.encode(), inputs, "vertex"))
