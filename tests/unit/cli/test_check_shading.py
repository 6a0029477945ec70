"""Checks of shaders as they are written."""

from __future__ import annotations

import pytest
from helpers.vertex_texts import family_text, language_of, vertex_program, wgsl_text

from aberration.cli.check_shading import check_shading
from aberration.core.check import Check
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs

_FRAGMENT = (
    b"#version 300 es\nprecision highp float;\nout vec4 colour;\nuniform int d;\nvoid "
    b"main() {\n  %s\n}\n"
)
_COMPUTE = """
@group(0) @binding(0) var<storage, read_write> a: array<atomic<u32>>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  %s
}
"""
INPUTS = Inputs(width=8, height=8, buffers=(Buffer(0, bytes(64), (("uint", 16),)),))


def fragment(body: bytes) -> list[Check]:
    return check_shading(_FRAGMENT % body, "essl", "fragment", INPUTS, "a.frag", 5.0)


def compute(body: str) -> list[Check]:
    return check_shading((_COMPUTE % body).encode(), "wgsl", None, INPUTS, "a.wgsl", 5.0)


def test_nothing_undefined_is_found_in_a_good_shader() -> None:
    typed, defined = fragment(b"colour = vec4(0.5);")
    assert (typed.result, typed.detail) == ("passed", "ESSL 3.00")
    assert (defined.result, defined.detail) == (
        "passed",
        "none in 64 of 64 invocations, with the given inputs",
    )


def test_what_is_not_exact_is_reported() -> None:
    _, defined = fragment(b"colour = vec4(sin(gl_FragCoord.x));")
    assert defined.detail.endswith("; last bits are free: sin")


def test_an_undefined_operation_is_reported_with_place_and_values() -> None:
    _, defined = fragment(b"int n = 3; colour = vec4(float(n % d));")
    assert defined.result == "failed"
    expected = "a.frag:6:34: division: division by zero: n % d (n = 3, d = 0), invocation (0, 0)"
    assert defined.detail.replace("3 % 0", "division by zero") == expected


def test_a_mistake_is_reported_with_its_place() -> None:
    typed, defined = fragment(b"colour = vec4(missing);")
    assert (typed.result, defined.result) == ("failed", "not run")
    assert typed.detail.startswith("a.frag:6:17: ")


def test_what_is_not_interpreted_is_no_failure() -> None:
    typed, defined = fragment(b"colour = gl_PointCoord.xyxy;")
    assert (typed.result, defined.result) == ("passed", "not run")
    assert defined.detail == "not interpreted: the variable gl_PointCoord"


def test_without_a_colour_the_text_is_run_all_the_same() -> None:
    text = (
        b"#version 300 es\nprecision highp float;\nvoid main() { int n = 8 / (%d - "
        b"int(gl_FragCoord.x)); }\n"
    )
    _, defined = check_shading(text % 9, "essl", "fragment", INPUTS, "a.frag", 5.0)
    assert (defined.result, defined.detail) == (
        "passed",
        "none in 64 of 64 invocations, with the given inputs",
    )
    _, defined = check_shading(text % 7, "essl", "fragment", INPUTS, "a.frag", 5.0)
    assert defined.result == "failed"
    assert defined.detail.startswith("a.frag:3:23: division: ")
    assert defined.detail.endswith("invocation (7, 0)")


def test_no_end_is_no_verdict() -> None:
    typed, defined = fragment(b"while (true) { } colour = vec4(1.0);")
    assert (typed.result, defined.result) == ("passed", "not run")
    assert defined.detail.startswith("not at its end after 1000000 turns of loops")


def test_the_stage_of_wgsl_is_that_of_its_entry_point() -> None:
    _, defined = compute("atomicAdd(&a[0], i);")
    assert defined.detail == "none in 4 of 4 invocations, with the given inputs"


def test_what_depends_on_the_order_of_invocations_is_reported() -> None:
    _, defined = compute("atomicStore(&a[i + 1], atomicAdd(&a[0], 1));")
    assert (defined.result, defined.detail) == (
        "failed",
        "the buffers depend on the order in which invocations run",
    )


def test_wgsl_without_an_entry_point_is_refused() -> None:
    with pytest.raises(BadInput, match="@fragment or @compute"):
        check_shading(b"const a = 1;", "wgsl", None, INPUTS, "a.wgsl", 5.0)


@pytest.mark.parametrize("kind", ["glsl", "wgsl"])
def test_a_program_for_the_vertex_stage(kind: str) -> None:
    wgsl = kind == "wgsl"
    text = (
        wgsl_text("result = vec4f(1);")
        if wgsl
        else family_text(kind, "aberration_result = vec4(1.0);")
    )
    program = vertex_program(kind, text, size=(8, 8))
    language, stage = language_of(kind), None if wgsl else program.shader_stage
    typed, defined = check_shading(program.source, language, stage, program.inputs, "a.vert", 5.0)
    assert (typed.result, defined.detail) == (
        "passed",
        "none in 64 of 64 invocations, with the given inputs",
    )
    moved = program.source.replace(b"0.0, 1.0)", b"0.5, 1.0)").replace(b"0, 1)", b"0.5, 1)")
    _, defined = check_shading(moved, language, stage, program.inputs, "a.vert", 5.0)
    assert defined.result == "failed"
    assert "position: a point does not lie on its pixel" in defined.detail
