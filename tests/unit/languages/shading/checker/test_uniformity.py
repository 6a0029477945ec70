"""Uniformity of WGSL: each rule by a legal module and one that breaks it, and what the message
says.

`tests/drivers/test_wgsl_uniformity.py` asks Tint about the same modules.
"""

from __future__ import annotations

import pytest
from helpers.wgsl_uniformity import Module
from helpers.wgsl_uniformity_cases import Case, cases

from aberration.core.errors import MalformedShader
from aberration.languages.shading.builtins.subgroup import WGSL_NAMES
from aberration.languages.shading.checker import check
from aberration.languages.shading.checker.wgsl.uniformity.functions import COLLECTIVE
from aberration.languages.shading.checker.wgsl.uniformity.graph import START, VARIES, Graph
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Binary
from aberration.languages.shading.tree.walk import find, rewrite

CASES = cases()
_BARRIER = """fn meet() {{ workgroupBarrier(); }}
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {{
  if {condition} {{ meet(); }}
}}
"""


def test_both_verdicts_are_well_represented() -> None:
    legal = sum(case.legal for case in CASES)
    assert min(legal, len(CASES) - legal) > 80
    assert len({case.text for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name[-60:])
def test_a_module_is_judged(case: Case) -> None:
    shader = read(case.text, "wgsl", "a.wgsl")
    if case.legal:
        assert check(shader.module, source=shader.source).bodies
        return
    with pytest.raises(MalformedShader, match="came what may differ between them"):
        check(shader.module, source=shader.source)


def test_the_message_names_the_call_and_its_place() -> None:
    shader = read(_BARRIER.format(condition="lane == 0"), "wgsl", "a.wgsl")
    with pytest.raises(MalformedShader) as caught:
        check(shader.module, source=shader.source)
    expected = (
        "expected control flow that is the same for all invocations around 'meet', came "
        "what may differ between them"
    )
    assert str(caught.value).startswith(f"a.wgsl:4:18: {expected}")


def test_an_argument_that_must_be_uniform_is_named() -> None:
    text = """fn f(a: i32) { if a == 0 { storageBarrier(); } }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) lane: u32) { f(i32(lane)); }"""
    shader = read(text, "wgsl", "a.wgsl")
    with pytest.raises(MalformedShader) as caught:
        check(shader.module, source=shader.source)
    expected = "a.wgsl:2:85: expected a value that is the same for all invocations for 'f'"
    assert str(caught.value).startswith(expected)


def test_a_changed_condition_is_judged_anew() -> None:
    shader = read(_BARRIER.format(condition="group.x == 0"), "wgsl", "a.wgsl")
    check(shader.module, source=shader.source)
    other = read(_BARRIER.format(condition="lane == 0"), "wgsl", "a.wgsl")
    (condition,) = find(other.module, Binary)
    module = rewrite(shader.module, lambda node: condition if isinstance(node, Binary) else node)
    with pytest.raises(MalformedShader, match="around 'meet'"):
        check(module)


def arguments_of(name: str) -> str:
    """Arguments for an operation of subgroups."""
    if name == "subgroupElect":
        return ""
    if name in ("subgroupAll", "subgroupAny", "subgroupBallot"):
        return "true"
    return "1u, 1" if "Shuffle" in name or name.endswith("Broadcast") else "1u"


def test_each_collective_function_is_one_of_the_table() -> None:
    for name in sorted(COLLECTIVE):
        stage = (
            "fragment"
            if name.startswith(("dpd", "fwidth", "texture")) and name != "textureBarrier"
            else "compute"
        )
        texture = (
            "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;"
        )
        if name == "textureSampleCompare":
            texture = texture.replace("2d<f32>", "depth_2d").replace(
                "sampler;", "sampler_comparison;"
            )
        given = {"workgroupUniformLoad": "&w", "textureSample": "t, s, vec2f()"}.get(name, "")
        given = given or ("t, s, vec2f(), 0" if name.startswith("textureSample") else "")
        given = given or ("1.0" if stage == "fragment" else "")
        given = arguments_of(name) if name in WGSL_NAMES else given
        drop = "" if name.endswith("Barrier") else "_ = "
        body = f"if own == 1 {{ {drop}{name}({given}); }}"
        head = "@fragment fn" if stage == "fragment" else "@compute @workgroup_size(1) fn"
        variable = "" if stage == "fragment" else "var<workgroup> w: i32;"
        text = (
            f"{'enable subgroups; ' if name in WGSL_NAMES else ''}"
            f"var<private> own: i32; {variable} {texture if 't,' in given else ''} {head} "
            f"main() {{ {body} }}"
        )
        with pytest.raises(MalformedShader, match=f"around '{name}'"):
            check(read(text, "wgsl").module)


def test_random_modules_are_both_legal_and_not() -> None:
    """Those that Tint is asked about: the same text for a seed, and many of both verdicts."""
    texts = [Module(seed).text for seed in range(60)]
    assert texts == [Module(seed).text for seed in range(60)]
    refused = [message for text in texts if (message := _message(text))]
    assert [
        message for message in refused if "came what may differ between them" not in message
    ] == []
    assert 15 < len(refused) < 45


def _message(text: str) -> str:
    try:
        check(read(text, "wgsl").module)
    except MalformedShader as error:
        return str(error)
    return ""


def test_a_graph_says_what_leads_where() -> None:
    graph = Graph()
    one, two = graph.node(START), graph.node()
    both = graph.join(one, two)
    assert graph.reachable_from([both]) == {both, one, two, START}
    assert graph.join(one, one) == one
    assert graph.join(one, VARIES) == VARIES
    graph.edges[two].append(both)
    assert graph.reachable_from([two]) == {both, one, two, START}
