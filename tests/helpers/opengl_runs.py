"""Small shaders in GLSL and ESSL on the OpenGL drivers."""

from __future__ import annotations

import struct

import pytest

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import Image, Outcome
from aberration.core.program import Program, shading_language
from aberration.targets import vulkan
from aberration.targets.opengl import providers
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in (*providers(), *vulkan.providers())}
DRIVERS = ("llvmpipe", "llvmpipe-nopt", "softpipe", "zink-lavapipe")
DIALECTS = {
    "330": "#version 330\nout vec4 colour;\n",
    "300 es": "#version 300 es\nprecision highp float;\nprecision highp int;\nout vec4 colour;\n",
    "310 es": "#version 310 es\nprecision highp float;\nout vec4 colour;\n",
    "100": "precision highp float;\n#define colour gl_FragColor\n",
    "330 compatibility": "#version 330 compatibility\n#define colour gl_FragColor\n",
}
COMPUTE = {"430": "#version 430\n", "310 es": "#version 310 es\n"}
drivers = pytest.mark.parametrize("driver", DRIVERS)
dialects = pytest.mark.parametrize("dialect", DIALECTS)
SMALL = Inputs(width=8, height=4)


def fragment(
    body: str, declarations: str = "", dialect: str = "330", *uniforms: Uniform
) -> Program:
    source = f"{DIALECTS[dialect]}{declarations}\nvoid main() {{ {body} }}".encode()
    return Program(
        shading_language(source), "fragment", source, Inputs(uniforms, width=8, height=4)
    )


def compute(body: str, declarations: str, inputs: Inputs, dialect: str = "430") -> Program:
    text = (
        f"layout(local_size_x = 4) in;\n{declarations}\n"
        f"void main() {{ uint i = gl_GlobalInvocationID.x; {body} }}"
    )
    source = f"{COMPUTE[dialect]}{text}".encode()
    return Program(shading_language(source), "compute", source, inputs)


def run(pool: TargetPool, driver: str, program: Program, seconds: float = 30.0) -> Outcome:
    return pool.run(TARGETS[driver], program, seconds).outcome


def drawn(pool: TargetPool, driver: str, program: Program) -> Image:
    outcome = run(pool, driver, program)
    assert isinstance(outcome, Image), outcome
    return outcome


def first_pixel(image: Image) -> tuple[int, ...]:
    return tuple(image.data[:4])


def free(name: str, data: bytes) -> Uniform:
    return Uniform(name, data, UNBOUND)


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def buffer(binding: int, *values: int) -> Buffer:
    return Buffer(binding, words(*values), (("uint", len(values)),))
