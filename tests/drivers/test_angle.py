"""What a shader sees in a browser's WebGL, and the traps of the GPU process behind it."""

from __future__ import annotations

import os
import signal
import struct
import threading
from pathlib import Path

import msgspec
import pytest
from helpers.conformance import available
from helpers.sampling import one_in
from helpers.webgl import ESSL_100, ESSL_300, SAME_FOR_VULKAN

from aberration.core.allowance import descendants
from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Crash, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

TARGETS = {target.id: target for target in available()}
NAMES = ("angle-swiftshader", "angle-gl-llvmpipe")
SECONDS = 60.0
everywhere = pytest.mark.parametrize("name", NAMES)


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    return pool.run(TARGETS[name], program, SECONDS).outcome


def drawn(pool: TargetPool, name: str, program: Program) -> Image:
    outcome = run(pool, name, program)
    assert isinstance(outcome, Image), outcome
    return outcome


def essl(text: str, *uniforms: Uniform) -> Program:
    return Program("essl", "fragment", text.encode(), Inputs(uniforms, width=8, height=4))


def test_images_are_those_of_vulkan_to_the_bit(pool: TargetPool) -> None:
    expected = drawn(pool, "swiftshader", compile_glsl(SAME_FOR_VULKAN))
    assert expected == drawn(pool, "lavapipe", compile_glsl(SAME_FOR_VULKAN))
    for name in NAMES:
        assert drawn(pool, name, ESSL_100) == expected, name
        assert drawn(pool, name, ESSL_300) == expected, name


@everywhere
def test_depth_and_face_are_those_of_the_other_runners(pool: TargetPool, name: str) -> None:
    """The triangle once lay at depth 0.5 and faced the viewer: a false alarm between drivers."""
    colour = "c = vec4(gl_FragCoord.z, gl_FrontFacing ? 1.0 : 0.0, gl_FragCoord.w, 1.0);"
    for version, out in (("300 es", "out vec4 c;"), ("100", "\n#define c gl_FragColor\n")):
        text = f"#version {version}\nprecision highp float; {out} void main() {{ {colour} }}"
        assert drawn(pool, name, essl(text)).data == bytes((0, 0, 255, 255)) * 32
    text = (
        f"#version 310 es\n"
        f"precision highp float; layout(location = 0) out vec4 c; void main() {{ {colour} }}"
    )
    assert drawn(pool, "lavapipe", compile_glsl(essl(text))).data == bytes((0, 0, 255, 255)) * 32


def rows(*values: float) -> bytes:
    return b"".join(struct.pack("<f", value).ljust(16, b"\0") for value in values)


UNIFORMS = """#version 300 es
precision highp float;
uniform ivec2 add;
uniform float three[3];
uniform mat2 square;
uniform bool flag;
layout(std140) uniform Block { vec4 tail[2]; int last; };
out vec4 colour;
void main() {
  float on = flag ? 1.0 : 0.0;
  colour = vec4(float(add.y), three[2] + on, square[1].x * 2.0 + square[0].y,
  float(last) + tail[1].y) / 255.0;
}
"""
GIVEN = (
    Uniform("add", struct.pack("<2i", 3, 7)),
    Uniform("three", rows(1.0, 2.0, 9.0)),
    Uniform("square", struct.pack("<8f", 1.0, 5.0, 0.0, 0.0, 30.0, 4.0, 0.0, 0.0)),
    Uniform("flag", struct.pack("<i", 1)),
    Uniform("Block", struct.pack("<8fi", 0.0, 0.0, 0.0, 0.0, 0.0, 50.0, 0.0, 0.0, 100)),
    Uniform("unknown", b"1234"),
)


@everywhere
def test_uniforms_arrive_by_name_and_the_rest_is_zero(pool: TargetPool, name: str) -> None:
    assert drawn(pool, name, essl(UNIFORMS, *GIVEN)).data == bytes((7, 10, 65, 150)) * 32
    assert drawn(pool, name, essl(UNIFORMS)).data == bytes(4) * 32


@pytest.mark.parametrize("name", one_in(2, [f"{name}:rgba32f" for name in NAMES]))
def test_float_images_keep_all_bits(pool: TargetPool, name: str) -> None:
    text = (
        "#version 300 es\n"
        "precision highp float; out vec4 c; void main() { c = vec4(-2.5, 1e30, 0.1, 3.0); }"
    )
    image = drawn(pool, name, essl(text))
    assert (image.format, image.data) == ("rgba32f", struct.pack("<4f", -2.5, 1e30, 0.1, 3.0) * 32)


WRONG = {
    "a name": "precision highp float; void main() { gl_FragColor = vec4(nothing); }",
    "an input": "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }",
    "a version": (
        "#version 310 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }"
    ),
    "nothing": "",
}


@everywhere
@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_compile_or_link_is_a_refusal_and_never_an_image(
    pool: TargetPool, name: str, what: str
) -> None:
    expected = drawn(pool, name, ESSL_300)
    outcome = run(pool, name, essl(WRONG[what]))
    assert isinstance(outcome, Rejected), outcome
    assert len(outcome.message) > 10
    assert not outcome.unasked
    assert drawn(pool, name, ESSL_300) == expected


@everywhere
def test_what_is_not_supplied_is_not_asked_for(pool: TargetPool, name: str) -> None:
    text = (
        "precision highp float; uniform sampler2D s; void main() { gl_FragColor = "
        "texture2D(s, vec2(0.5)); }"
    )
    outcome = run(pool, name, essl(text))
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    compute = run(pool, name, Program("essl", "compute", b"#version 310 es\nvoid main() {}"))
    assert compute == Rejected("WebGL has no compute shaders", unasked=True)
    with pytest.raises(BadInput, match="expected essl, but a wgsl program came"):
        run(pool, name, Program("wgsl", "fragment", b""))


@pytest.mark.parametrize(
    ("flags", "device"),
    [
        ("--use-gl=angle --use-angle=gl", "llvmpipe"),
        ("--use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader", "llvmpipe"),
    ],
)
def test_another_back_end_than_wanted_is_unavailable(flags: str, device: str) -> None:
    """Asked for one that it cannot open, Chromium takes SwiftShader and says nothing."""
    spec = TARGETS["angle-swiftshader"].stages[0].worker
    options = dict(spec.options) | {"flags": f"{flags} --ignore-gpu-blocklist", "device": device}
    with pytest.raises(
        TargetUnavailable, match=r"expected an adapter (named like 'llvmpipe', but|of Chromium)"
    ):
        Worker(msgspec.structs.replace(spec, options=tuple(sorted(options.items()))))


SLOW = """#version 300 es
precision highp float; uniform int most; out vec4 c;
void main() { int n = most + 1; while (n != most) { n = n * 3 + 1; if (n == 7) n = 8; }
c = vec4(float(n)); }
"""


def gpu_process(worker: Worker) -> int:
    for pid in descendants(worker.pid):
        if b"--type=gpu-process" in Path(f"/proc/{pid}/cmdline").read_bytes():
            return pid
    raise AssertionError("there is no GPU process")


@pytest.mark.parametrize("moment", [0.0, 0.5])
def test_a_gpu_process_that_dies_is_a_crash_and_never_zeros(
    pool: TargetPool, moment: float
) -> None:
    """readPixels returns zeros and getError nothing: only later does the page hear that the
    context is lost.
    """
    target = TARGETS["angle-swiftshader"]
    good = drawn(pool, target.id, ESSL_300)
    program = essl(SLOW, Uniform("most", struct.pack("<i", -1))) if moment else ESSL_300
    worker = pool._warm(target.stages[0], pool._health(target))
    timer = threading.Timer(moment, os.kill, (gpu_process(worker), signal.SIGSEGV))
    timer.start()
    if not moment:
        timer.join()
    outcome = run(pool, target.id, program)
    timer.join()
    assert isinstance(outcome, Crash), outcome
    assert "the context was lost" in outcome.assertion
    assert drawn(pool, target.id, ESSL_300) == good
