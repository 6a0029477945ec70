"""What is known of a seed's result, and that nobody waits for it for ever."""

import pytest
from experiments.real_shaders.seed_results import known, known_within
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Program

HEAD = b"#version 310 es\nprecision highp float; out vec4 c; void main() {"


def program(body: bytes) -> Program:
    return Program("essl", "fragment", HEAD + body, Inputs(width=2, height=1), "x")


def test_a_defined_result() -> None:
    found = known(program(b" c = vec4(1, 0, 1, 0); }"))
    assert found.word == "defined"
    assert found.result == Image(2, 1, "rgba8", b"\xff\0\xff\0" * 2)


def test_what_is_undefined_is_rewritten() -> None:
    given = program(b" c = vec4(1.0 / (gl_FragCoord.x - 0.5)); }")
    found = known(given)
    assert found.word == "repaired"
    assert found.program is not None
    assert found.program.source != given.source


def test_what_is_not_interpreted_keeps_its_reason() -> None:
    found = known(program(b" c = gl_PointCoord.xyxy; }"))
    assert found.word == "not interpreted"
    assert found.reason == "not interpreted: the variable gl_PointCoord"


def test_a_process_gives_the_same() -> None:
    given = program(b" c = vec4(1, 0, 1, 0); }")
    assert known_within(given, 60.0) == known(given)


def test_nobody_waits_longer_than_the_limit() -> None:
    long = replace(
        program(b" float a; for (int k = 0; k < 3000; k++) a += sin(a); c = vec4(a); }"),
        inputs=Inputs(width=512, height=512),
    )
    found = known_within(long, 0.01)
    assert found.word == "too long"
    assert found.is_undefined


@pytest.mark.parametrize("body", [b" for (;;) {} c = vec4(1); }"])
def test_loops_without_an_end(body: bytes) -> None:
    assert known(program(body)).word in ("repaired", "too long")
