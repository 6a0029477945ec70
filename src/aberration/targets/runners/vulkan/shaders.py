"""Three shaders of our own, as the hexadecimal words that glslang and spirv-opt made of them.

The vertex shader that covers the render area with one triangle and needs no vertices:

    void main() {
      gl_Position = vec4(float((gl_VertexIndex & 1) * 4 - 1), float((gl_VertexIndex >> 1) * 4 - 1),
      0.0, 1.0);
    }

The fragment shader that is drawn first in every worker:

    layout(location = 0) out vec4 colour;
    void main() { colour = vec4(gl_FragCoord.xy / 256.0, 0.0, 1.0); }

The fragment shader that hands on the colour of a program for the vertex stage:

    layout(location = 0) flat in vec4 given;
    layout(location = 0) out vec4 colour;
    void main() { colour = given; }
"""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.program import Program


def _module(text: str) -> bytes:
    words = [int(word, 16) for word in text.split()]
    return struct.pack(f"<{len(words)}I", *words)


_TRIANGLE: Final = """
7230203 10000 0 23 0 20011 1 6000b 1 4c534c47 6474732e 3035342e 0 3000e 0 1 7000f 0 4 6e69616d 0 d
11 50048 b 0 b 0 50048 b 1 b 1 50048 b 2 b 3 50048 b 3 b 4 30047 b 2 40047 11 b 2a 20013 2 30021 3 2
30016 6 20 40017 7 6 4 40015 8 20 0 4002b 8 9 1 4001c a 6 9 6001e b 7 6 a a 40020 c 3 b 4003b c d 3
40015 e 20 1 4002b e f 0 40020 10 1 e 4003b 10 11 1 4002b e 13 1 4002b e 15 4 4002b 6 1e 0 4002b 6
1f 3f800000 40020 21 3 7 50036 2 4 0 3 200f8 5 4003d e 12 11 500c7 e 14 12 13 50084 e 16 14 15 50082
e 17 16 13 4006f 6 18 17 500c3 e 1a 12 13 50084 e 1b 1a 15 50082 e 1c 1b 13 4006f 6 1d 1c 70050 7 20
18 1d 1e 1f 50041 21 22 d f 3003e 22 20 100fd 10038
"""
TRIANGLE: Final = _module(_TRIANGLE)
STRIP: Final = _module(_TRIANGLE.replace("4002b e 15 4", "4002b e 15 2"))
"""The same with corners half as far: its first four vertices are a strip that covers the area."""

HAND_ON: Final = _module("""
7230203 10000 0 d 0 20011 1 6000b 1 4c534c47 6474732e 3035342e 0 3000e 0 1 7000f 4 2 6e69616d 0 3 4
30010 2 7 40047 3 1e 0 30047 4 e 40047 4 1e 0 20013 5 30021 6 5 30016 7 20 40017 8 7 4 40020 9 3 8
4003b 9 3 3 40020 a 1 8 4003b a 4 1 50036 5 2 0 6 200f8 b 4003d 8 c 4 3003e 3 c 100fd 10038
""")

WARM_UP: Final = Program(
    "spirv",
    "fragment",
    _module("""
7230203 10000 0 1a 0 20011 1 6000b 1 4c534c47 6474732e 3035342e 0 3000e 0 1 7000f 4 4 6e69616d 0 9 b
30010 4 7 40047 9 1e 0 40047 b b f 20013 2 30021 3 2 30016 6 20 40017 7 6 4 40020 8 3 7 4003b 8 9 3
40020 a 1 7 4003b a b 1 40017 c 6 2 4002b 6 12 0 4002b 6 13 3f800000 4002b 6 18 3b800000 5002c c 19
18 18 50036 2 4 0 3 200f8 5 4003d 7 d b 7004f c e d d 0 1 50085 c 11 e 19 50051 6 14 11 0 50051 6 15
11 1 70050 7 16 14 15 12 13 3003e 9 16 100fd 10038
"""),
    Inputs(width=16, height=16),
    "warm-up",
)
