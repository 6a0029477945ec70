"""Which output is which input, and what the two stages have to say alike."""

from __future__ import annotations

import pytest
from helpers.pair_texts import Text, pair
from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read_program

PLAIN = Text("TO vec4 f;", "f = a;", "f")


def refuse(program: Program, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Interpreter(read_program(program), program.shader_stage, program.inputs)


@pytest.mark.parametrize(
    ("taken", "reason"),
    [
        ("in vec4 g;\n#define f g", "the input g, which the vertex shader does not hand on"),
        ("flat in vec4 f;", "f, which is interpolated otherwise"),
        ("centroid in vec4 f;", "f, which is interpolated otherwise"),
        ("in vec3 f;", "f of type vec3, which the vertex shader hands on as vec4"),
        ("in F { vec4 f; };", "does not hand on"),
        ("layout(location = 1) in vec4 f;", "does not hand on"),
    ],
)
def test_a_pair_says_the_same_in_both_stages(taken: str, reason: str) -> None:
    program = pair("450", PLAIN)
    source = program.source.replace(b"in vec4 f;", taken.encode()).replace(
        b"colour = f;", b"colour = vec4(1.0) + f.xxxx;"
    )
    refuse(replace(program, source=source), reason)


@pytest.mark.parametrize(
    ("between", "reason"),
    [
        ("invariant TO vec4 f;", "f, which is invariant"),
        ("TO vec4 f; TO vec4 more[15];", "more than 15 vectors"),
        ("layout(location = 15) TO vec4 f;", "more than 15 vectors"),
        (
            "layout(location = 1) TO vec2 f; layout(location = 1, component = 2) flat TO vec2 g;",
            "g, whose location another one shares",
        ),
        (
            "layout(location = 1) TO vec3 f; layout(location = 1, component = 2) TO vec2 g;",
            "g, whose location another one shares",
        ),
        ("layout(location = 1, component = 3) TO vec2 f;", "beyond its vector"),
        ("layout(location = 1, component = 1) TO mat2 f;", "takes whole vectors"),
        ("TO F { vec4 f; } many[2];", "the array of blocks F"),
        ("TO F { layout(location = 1) vec4 f; };", "the layout of f, a member of the block F"),
        ("flat TO double f;", "f of double between two stages"),
    ],
)
def test_what_not_all_linkers_take(between: str, reason: str) -> None:
    refuse(pair("450", Text(between, "", "vec4(1.0)")), reason)


def test_old_languages_hand_on_less() -> None:
    refuse(pair("100", Text("TO vec4 f[9];", "", "vec4(1.0)")), "more than 8 vectors")


def test_essl_nests_nothing_between_stages() -> None:
    common = "struct S { float row[2]; };"
    refuse(pair("300 es", Text("TO S f;", "", "vec4(1.0)", common)), "f of type S between")


def test_names_that_are_qualified_again() -> None:
    program = pair("300 es", PLAIN)
    companion = program.companion.replace(b"out vec4 f;", b"out vec4 f; invariant f;")
    refuse(replace(program, companion=companion), "f, which is qualified once more")


@pytest.mark.parametrize("member", ["vec2 one; vec2 three;", "vec2 two; vec2 one;", "vec4 one;"])
def test_blocks_have_the_same_members(member: str) -> None:
    text = Text("TO F { vec2 one; vec2 two; } NAME;", "given.one = a.xy; given.two = a.xy;", "C")
    program = pair("330", replace(text, colour="vec4(taken.one.xyxy)"))
    changed = program.source.replace(b"vec2 one; vec2 two;", member.encode())
    refuse(replace(program, source=changed), "taken|type F|F of type")


def test_structures_have_the_same_members() -> None:
    text = Text(
        "TO S f;", "f = S(a.xy, a.zw);", "vec4(f.one, f.two)", "struct S { vec2 one, two; };"
    )
    program = pair("330", text)
    changed = program.source.replace(b"vec2 one, two;", b"vec2 two, one;")
    refuse(replace(program, source=changed), "f of type S, which the vertex shader hands on as S")
