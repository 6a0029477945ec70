from __future__ import annotations

from helpers.live_shaders import point_of, seed_of, text_of
from msgspec.structs import replace

from aberration.core.textures import Texture
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.methods.emi.shading.points import Seed, contends, free_variables

NESTED = """int n = 1; int m = 0;
for (int i = 0; i < 3; i++) { int k = i; if (k == 1) { continue; } n += k; }
switch (n) { case 1: int q = 4; n = q; break; default: n = m; }
data[0] = n;"""


def test_scope_is_what_is_declared_before_and_around() -> None:
    seed = seed_of("glsl", NESTED)
    assert set(point_of(seed, "For").scope) == {"n", "m"}
    assert set(point_of(seed, "If").scope) == {"n", "m", "i", "k"}
    inside_default = seed.points[point_of(seed, "Assign", 2).key]
    # What the first clause declares may have no value in the second.
    assert set(inside_default.scope) == {"n", "m"}
    assert seed.find(inside_default, "data") is seed.globals["data"]


def test_jumps_are_those_that_lead_somewhere() -> None:
    seed = seed_of("glsl", NESTED)
    assert point_of(seed, "For").jumps == ()
    assert set(point_of(seed, "Continue").jumps) == {"break", "continue"}
    assert point_of(seed, "Assign", 1).jumps == ("break",)
    assert point_of(seed, "If").leaves
    assert not point_of(seed, "For").leaves


def test_a_loop_with_a_continuing_block_is_only_left() -> None:
    body = "var n = 0; loop { n += 1; continuing { break if n > 3; } } held.data[0] = n;"
    assert point_of(seed_of("wgsl", body), "Assign").jumps == ("break",)


def test_keys_stay_when_other_statements_go() -> None:
    before = seed_of("glsl", "int n = 1; n += 2; if (n > 2) { n = 7; n = 8; } data[0] = n;")
    after = seed_of("glsl", "int n = 1; if (n > 2) { n = 8; } data[0] = n;")
    assert set(after.points) < set(before.points)
    twice = seed_of("glsl", "int n = 1; n += 2; n += 2; data[0] = n;")
    assert len(twice.points) == 4


def test_what_waits_and_what_returns() -> None:
    before = "void g() { barrier(); } int f(int n) { if (n > 1) { return 2; } return 3; }"
    seed = seed_of("glsl", "g(); data[0] = f(1);", before)
    assert point_of(seed, "CallStatement", 1).waits
    assert point_of(seed, "If").returns
    assert not point_of(seed, "Assign").waits


def test_functions_that_are_not_reached_have_no_points() -> None:
    seed = seed_of("glsl", "data[0] = 1;", "void g() { barrier(); }")
    assert [type(one.statement).__name__ for one in seed.points.values()] == ["Assign"]


def test_free_variables_are_those_of_others() -> None:
    seed = seed_of("glsl", "int n = 1; { int m = n; m += n; }")
    block = point_of(seed, "Block").statement
    assert {one.name for one in free_variables(seed.typing, block)} == {"n"}


def test_exchanges_are_named() -> None:
    text = text_of("glsl", "int n = atomicCompSwap(data[0], 1, 2); data[1] = 3;")
    assert contends(Seed(read(text, "glsl"), "compute"))
    assert not contends(seed_of("glsl"))


def test_what_takes_derivatives_of_a_texture_with_levels_waits() -> None:
    text = """#version 450
uniform sampler2D s;
layout(location = 0) out vec4 colour;
void main() { colour = texture(s, gl_FragCoord.xy); colour += textureLod(s, vec2(0.5), 1.0); }
"""
    for levels in (3, 1):
        texture = replace(Texture("s"), levels=levels) if levels > 1 else Texture("s")
        seed = Seed(read(text, "glsl"), "fragment", GivenTextures((texture,)))
        assert [one.waits for one in seed.points.values()] == [levels > 1, False]
