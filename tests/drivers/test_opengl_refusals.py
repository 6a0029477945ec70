"""What OpenGL drivers cannot run is refused, by them or by us."""

from __future__ import annotations

import msgspec
import pytest
from helpers.opengl_runs import SMALL, buffer, drawn, drivers, first_pixel, fragment, run

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.targets.pool import TargetPool

REFUSED = {
    "a sampler": fragment("colour = texture(s, vec2(0.5));", "uniform sampler2D s;"),
    "an input": fragment("colour = vec4(v, 0.0, 1.0);", "in vec2 v;"),
    "an integer input": fragment("colour = vec4(float(v));", "flat in int v;"),
    "an input of ESSL": fragment("colour = vec4(v, 0.0, 1.0);", "in vec2 v;", "300 es"),
    "a turned coordinate": fragment(
        "colour = gl_FragCoord;", "layout(origin_upper_left) in vec4 gl_FragCoord;"
    ),
    "no colour": Program(
        "glsl", "fragment", b"#version 330\nvoid main() { if (gl_FragCoord.x > 3.0) discard; }"
    ),
    "no colour but a depth": Program(
        "glsl", "fragment", b"#version 330\nvoid main() { gl_FragDepth = 0.5; }"
    ),
    "no colour in ESSL": Program("essl", "fragment", b"#version 300 es\nvoid main() { }"),
    "a colour elsewhere": Program(
        "glsl",
        "fragment",
        b"#version 330\nlayout(location = 1) out vec4 c; void main() { c = vec4(1.0); }",
    ),
    "no such name": fragment("colour = vec4(missing);"),
    "a descriptor set": fragment("colour = vec4(a);", "layout(set = 0) uniform B { float a; };"),
    "no main": Program("glsl", "fragment", b"#version 330\nfloat f() { return 1.0; }"),
    "nothing": Program("glsl", "fragment", b""),
    "nothing in ESSL": Program("essl", "fragment", b""),
    "noise": Program("glsl", "fragment", b"#version 330\n\0\xff\xfe{{"),
    "a version that nobody has": Program("glsl", "fragment", b"#version 990\nvoid main() {}"),
}


@drivers
@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_run_is_rejected_and_never_an_image(
    pool: TargetPool, driver: str, what: str
) -> None:
    outcome = run(pool, driver, REFUSED[what])
    assert isinstance(outcome, Rejected), outcome
    assert outcome.message
    assert first_pixel(drawn(pool, driver, fragment("colour = vec4(1.0);"))) == (255, 255, 255, 255)


def test_what_we_refuse_ourselves_is_told_from_what_the_driver_refuses(pool: TargetPool) -> None:
    ours = {"no colour", "no colour but a depth", "no colour in ESSL", "a colour elsewhere"}
    ours |= {"a sampler", "an input", "an integer input", "a turned coordinate"}
    for what, program in REFUSED.items():
        outcome = run(pool, "llvmpipe", program)
        assert isinstance(outcome, Rejected)
        assert outcome.unasked == (what in ours), what


@drivers
@pytest.mark.parametrize("name", ["gl_FragColor", "gl_FragData[0]"])
def test_the_old_names_of_the_colour_are_seen(pool: TargetPool, driver: str, name: str) -> None:
    text = f"precision highp float;\nvoid main() {{ {name} = vec4(1.0, 0.0, 1.0, 1.0); }}"
    image = drawn(pool, driver, Program("essl", "fragment", text.encode(), SMALL))
    assert first_pixel(image) == (255, 0, 255, 255)


def test_a_program_in_another_language_is_bad_input(pool: TargetPool) -> None:
    with pytest.raises(BadInput, match="expected GLSL or ESSL, but a wgsl program came"):
        run(pool, "llvmpipe", Program("wgsl", "fragment", b""))


def test_a_storage_binding_beyond_the_drivers_is_rejected(pool: TargetPool) -> None:
    program = msgspec.structs.replace(
        fragment("colour = vec4(1.0);"), inputs=Inputs(buffers=(buffer(4000, 1),))
    )
    outcome = run(pool, "softpipe", program)
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
