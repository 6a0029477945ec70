"""Small shaders of the three languages, and what the interpreter says of them, on both of its
paths.
"""

from __future__ import annotations

import struct

import pytest
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image, PixelFormat
from aberration.languages.native.compiler import available
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret.fast import Colour
from aberration.languages.shading.interpret.options import Options, Order
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName

NUMBERS = (0, 1, 2, 3, -1, -(2**31), 40, 7)
"""What `data` holds at first."""
REALS = (0.0, 1.5, -2.0, 3e38)
"""What `real` holds at first."""
_GLSL = """
layout(local_size_x = {size}) in;
layout(std430, binding = 0) {qualifier}buffer Data {{ int data[8]; float real[4]; }};
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


needs_compiler = pytest.mark.skipif(
    not available(), reason="no C compiler: tcc, gcc and clang are missing"
)


class BothPaths(Interpreter):
    """Runs on the Python path and, where a C compiler is here and C has all of it, on the C path:
    they must agree.

    C has neither counting nor infinities and NaN that do not trap.
    """

    def __init__(
        self, shader: Shader, stage: Stage, inputs: Inputs, options: Options | None = None
    ) -> None:
        chosen = options or Options()
        super().__init__(shader, stage, inputs, replace(chosen, path="python"))
        self.other: Interpreter | None = None
        if available() and chosen.nonfinite == "trap" and not chosen.count:
            self.other = Interpreter(shader, stage, inputs, replace(chosen, path="c"))

    def pixel(self, x: int, y: int) -> Colour | Trap | Endless | None:
        found = super().pixel(x, y)
        assert self.other is None or self.other.pixel(x, y) == found
        return found

    def image(self, pixels: PixelFormat = "rgba8") -> Image | Trap | Endless:
        found = super().image(pixels)
        assert self.other is None or self.other.image(pixels) == found
        return found

    def dispatch(self, order: Order | None = None) -> Buffers | Trap | Endless:
        found = super().dispatch(order)
        assert self.other is None or self.other.dispatch(order) == found
        return found


def compute_text(
    language: LanguageName, body: str, before: str = "", size: int = 1, *, coherent: bool = False
) -> str:
    """Return a compute shader with a storage buffer of eight integers and four floats, always
    coherent in WGSL.
    """
    if language == "wgsl":
        return _WGSL.format(before=before, body=body, size=size)
    qualifier = "coherent " if coherent else ""
    return _HEADS[language] + _GLSL.format(before=before, body=body, size=size, qualifier=qualifier)


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
    coherent: bool = False,
) -> Buffers | Trap | Endless:
    text = compute_text(language, body, before, size, coherent=coherent)
    shader = read(text, language, f"planted.{language}")
    return BothPaths(shader, "compute", compute_inputs(groups), options).dispatch()


def numbers_after(
    language: LanguageName,
    body: str,
    before: str = "",
    *,
    size: int = 1,
    options: Options | None = None,
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
) -> BothPaths:
    inputs = Inputs(uniforms=uniforms, width=size[0], height=size[1])
    return BothPaths(read(text, language, f"planted.{language}"), "fragment", inputs, options)
