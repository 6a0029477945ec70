"""Small shaders of the three languages, and what the interpreter says of them."""

from __future__ import annotations

import struct

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

NUMBERS = (0, 1, 2, 3, -1, -(2**31), 40, 7)
"""What `data` holds at first."""
REALS = (0.0, 1.5, -2.0, 3e38)
"""What `real` holds at first."""
_GLSL = """
layout(local_size_x = {size}) in;
layout(std430, binding = 0) buffer Data {{ int data[8]; float real[4]; }};
{before}
void main() {{
{body}
}}
"""
_WGSL = """
struct Data {{ data: array<i32, 8>, real: array<f32, 4> }}
@group(0) @binding(0) var<storage, read_write> held: Data;
{before}
@compute @workgroup_size({size})
fn main(@builtin(local_invocation_index) lane: u32) {{
{body}
}}
"""
_HEADS = {"glsl": "#version 450", "essl": "#version 310 es"}


def compute_text(language: LanguageName, body: str, before: str = "", size: int = 1) -> str:
    """Return a compute shader with a storage buffer of eight integers and four floats."""
    if language == "wgsl":
        return _WGSL.format(before=before, body=body, size=size)
    return _HEADS[language] + _GLSL.format(before=before, body=body, size=size)


def initial() -> bytes:
    return struct.pack("<8i4f", *NUMBERS, *REALS)


def compute_inputs(groups: tuple[int, int, int] = (1, 1, 1)) -> Inputs:
    return Inputs(buffers=(Buffer(0, initial(), (("int", 8), ("float", 4))),), groups=groups)


def run_compute(
    language: LanguageName,
    body: str,
    before: str = "",
    *,
    size: int = 1,
    groups: tuple[int, int, int] = (1, 1, 1),
    options: Options | None = None,
) -> Buffers | Trap | Endless:
    text = compute_text(language, body, before, size)
    shader = read(text, language, f"planted.{language}")
    return Interpreter(shader, "compute", compute_inputs(groups), options).dispatch()


def numbers_after(
    language: LanguageName, body: str, before: str = "", *, size: int = 1, options: Options | None = None
) -> tuple[int, ...]:
    """Return the eight integers after a run that must come to its end."""
    found = run_compute(language, body, before, size=size, options=options)
    assert isinstance(found, Buffers), str(found)
    return struct.unpack_from("<8i", found.data[0])


def reals_after(language: LanguageName, body: str, before: str = "") -> tuple[float, ...]:
    found = run_compute(language, body, before)
    assert isinstance(found, Buffers), str(found)
    return struct.unpack_from("<4f", found.data[0], 32)


def fragment(
    language: LanguageName,
    text: str,
    *uniforms: Uniform,
    size: tuple[int, int] = (4, 4),
    options: Options | None = None,
) -> Interpreter:
    inputs = Inputs(uniforms=uniforms, width=size[0], height=size[1])
    return Interpreter(read(text, language, f"planted.{language}"), "fragment", inputs, options)
