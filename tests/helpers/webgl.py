"""Shaders in the ESSL that WebGL takes: 1.00, and 3.00 with the same image."""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program

_BODY: Final = """
  vec2 place = floor(gl_FragCoord.xy) + shift;
  float total = 0.0;
  for (int i = 0; i < 5; i++) {
    if (place.x > 20.0 + float(i)) continue;
    total += mod(place.x * 3.0 + place.y * float(i), 32.0);
  }
  if (place.x == place.y * 2.0) discard;
"""
_SHOWN: Final = "vec4(mod(total, 256.0), place.yx, 255.0) / 255.0"
_INPUTS: Final = Inputs((Uniform("shift", struct.pack("<2f", 3.0, 1.0)),), width=40, height=13)

ESSL_100: Final = Program(
    "essl",
    "fragment",
    (
        f"precision highp float;\nuniform vec2 shift;\n"
        f"void main() {{{_BODY}  gl_FragColor = {_SHOWN};\n}}\n"
    ).encode(),
    _INPUTS,
    "essl-100",
)
ESSL_300: Final = Program(
    "essl",
    "fragment",
    (
        "#version 300 es\nprecision highp float;\nuniform vec2 shift;\nout vec4 colour;\n"
        f"void main() {{{_BODY}  colour = {_SHOWN};\n}}\n"
    ).encode(),
    _INPUTS,
    "essl-300",
)
SAME_FOR_VULKAN: Final = Program(
    "glsl",
    "fragment",
    (
        "#version 450\nlayout(binding = 0) uniform U { vec2 shift; };\n"
        "layout(location = 0) out vec4 colour;\n"
        f"void main() {{{_BODY}  colour = {_SHOWN};\n}}\n"
    ).encode(),
    _INPUTS,
    "glsl-450",
)
