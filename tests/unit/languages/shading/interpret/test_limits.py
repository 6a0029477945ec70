"""Deep, wide and odd shaders: executed, or refused by name."""

from __future__ import annotations

import pytest
from helpers.shading_runs import compute_text, fragment, numbers_after, run_compute

from aberration.core.inputs import Buffer, Inputs
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_a_long_sum_is_no_deep_text(language: str) -> None:
    held = "held.data" if language == "wgsl" else "data"
    body = f"{held}[0] = {' + '.join([f'{held}[1]'] * 400)};"
    assert numbers_after("wgsl" if language == "wgsl" else "glsl", body)[0] == 400


def test_deep_brackets_and_deep_calls() -> None:
    nested = "data[1]"
    for _ in range(120):
        nested = f"(1 - (data[2] * {nested}))"
    expected = 1
    for _ in range(120):
        expected = 1 - 2 * expected
    assert numbers_after("glsl", f"data[0] = {nested};")[0] == (expected + 2**31) % 2**32 - 2**31
    called = "data[1]"
    for _ in range(150):
        called = f"f({called})"
    assert numbers_after("glsl", f"data[0] = {called};", "int f(int n) { return n + 1; }")[0] == 151


def test_indices_of_indices() -> None:
    nested = "data[1]"
    for _ in range(100):
        nested = f"a[{nested}]"
    assert (
        numbers_after("glsl", f"int a[3] = int[3](1, 2, 0); data[0] = {nested};")[0]
        == (1 + 100) % 3
    )


def test_deep_conditions_stay_lazy() -> None:
    nested = "1 / data[0]"
    for _ in range(100):
        nested = f"(data[1] == 1 ? data[2] : {nested})"
    assert numbers_after("glsl", f"data[0] = {nested};")[0] == 2


def test_loops_nested_beyond_what_python_takes_are_refused() -> None:
    body = (
        "".join(f"for (int i{k} = 0; i{k} < 1; i{k}++) {{ " for k in range(25))
        + "data[0]++;"
        + "}" * 25
    )
    with pytest.raises(Refused, match="nested more than 20 deep"):
        run_compute("glsl", body)


def test_vectors_that_are_lists_go_in_and_out() -> None:
    before = "void turn(inout ivec3 v, int k) { v[k] += 5; v.z = v[k] * 2; }"
    body = "ivec3 v = ivec3(1, 2, 3); turn(v, data[1]); data[0] = v.x * 100 + v.y * 10 + v.z;"
    assert numbers_after("glsl", body, before)[0] == 184


def test_a_trap_may_have_no_text_to_show() -> None:
    shader = read(compute_text("glsl", "data[1] = 7 / data[0];"), "glsl")
    found = execute(shader, "compute", Inputs(buffers=(Buffer(0, bytes(48)),)))
    assert isinstance(found, Trap)
    assert str(found) == (
        "6:11: division: 7 / 0: 7 / data[0] (data = [0, 0, 0, 0, 0, 0, 0, 0]), invocation (0, 0, 0)"
    )


def test_the_same_text_is_generated_again() -> None:
    shader = read(
        compute_text("glsl", "int a[3]; a[data[1]] = 2; data[0] = a[1] + data[2] % 3;"), "glsl"
    )
    texts = {
        Interpreter(shader, "compute", Inputs(), Options(races=races)).compiled.text.source
        for races in (True, False)
    }
    assert len(texts) == 1


def test_precisions_below_the_highest_are_no_exact_ones() -> None:
    head = (
        "#version 300 es\nprecision {} float;\nout vec4 colour;\n"
        "void main() {{ colour = vec4(1.0); }}"
    )
    assert fragment("essl", head.format("mediump")).inexact == ("mediump",)
    assert fragment("essl", head.format("highp")).inexact == ()


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_a_stage_without_an_entry_point_is_refused(stage: str) -> None:
    shader = read("@compute @workgroup_size(1) fn main() { }", "wgsl")
    with pytest.raises(Refused):
        execute(shader, "fragment" if stage == "fragment" else "vertex", Inputs())
