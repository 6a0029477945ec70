"""WGSL's subgroups are checked: types, constants, uniformity, and that they are switched on.

`tests/drivers/test_wgsl_subgroups.py` asks Tint about the same bodies.
"""

from __future__ import annotations

import pytest
from helpers.wgsl_subgroups import ILLEGAL, LEGAL, STRICTER, program_of

from aberration.core.errors import MalformedShader
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.write import write


def check_text(text: str, stage: Stage = "compute") -> None:
    shader = read(text, "wgsl")
    check(shader.module, stage, shader.source)


def text_of(body: str) -> str:
    return program_of(body).source.decode()


@pytest.mark.parametrize("body", LEGAL)
def test_what_is_legal_is_taken_and_printed(body: str) -> None:
    check_text(text_of(body))
    check_text(write(read(text_of(body), "wgsl").module))


@pytest.mark.parametrize("body", [*ILLEGAL, *STRICTER])
def test_what_is_not_is_refused(body: str) -> None:
    with pytest.raises(MalformedShader):
        check_text(text_of(body))


def test_what_is_not_switched_on_is_not_there() -> None:
    text = text_of(LEGAL[0]).replace("enable subgroups;", "")
    with pytest.raises(MalformedShader, match="'subgroup_size' needs `enable subgroups;`"):
        check_text(text)
    plain = "@compute @workgroup_size(1) fn go() { let x = subgroupAdd(1u); }"
    with pytest.raises(MalformedShader, match="which is not declared here"):
        check_text(plain)
    check_text(f"enable subgroups; {plain}")
    check_text(f"fn subgroupAdd(a: u32) -> u32 {{ return a; }} {plain}")


@pytest.mark.parametrize(
    ("severity", "is_legal"), [("off", True), ("info", True), ("error", False)]
)
def test_a_directive_says_how_severe_the_rule_is(severity: str, is_legal: bool) -> None:
    rule = f"enable subgroups; diagnostic({severity}, subgroup_uniformity);"
    text = text_of("if i > 3u { cells[i] = subgroupAdd(i); }").replace("enable subgroups;", rule)
    if is_legal:
        check_text(text)
        return
    with pytest.raises(MalformedShader, match="around 'subgroupAdd'"):
        check_text(text)


def test_functions_ask_for_uniformity_on_behalf_of_what_they_call() -> None:
    helper = "fn sum(a: u32, by: u32) -> u32 { return subgroupShuffleUp(a, by); }"
    for body, is_legal in (
        ("cells[i] = sum(i, given.x);", True),
        ("cells[i] = sum(i, i);", False),
        ("if i > 3u { cells[i] = sum(i, 1u); }", False),
    ):
        text = f"{text_of(body)}{helper}"
        if is_legal:
            check_text(text)
        else:
            with pytest.raises(MalformedShader):
                check_text(text)


def test_fragment_shaders_have_them_and_vertex_shaders_not() -> None:
    fragment = """enable subgroups;
@fragment fn go(@builtin(position) at: vec4f, @builtin(subgroup_invocation_id) lane: u32)
-> @location(0) vec4f { return subgroupAdd(at) + f32(lane); }"""
    check_text(fragment, "fragment")
    vertex = """enable subgroups;
@vertex fn go(@builtin(vertex_index) k: u32) -> @builtin(position) vec4f {
  return vec4f(f32(subgroupAdd(k)));
}"""
    with pytest.raises(MalformedShader):
        check_text(vertex, "vertex")
