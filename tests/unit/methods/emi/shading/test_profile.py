from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, OPTIONS, point_of, profile_of, seed_of

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.rng import Rng
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.points import Seed
from aberration.methods.emi.shading.profile import profile


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_that_run_and_points_that_do_not(language: LanguageName) -> None:
    seed, known = seed_of(language), profile_of(language)
    assert set(known.environments) | set(known.dead) == set(seed.points)
    dead = [type(seed.points[key].statement).__name__ for key in known.dead]
    assert dead == ["Assign"]
    inner = known.environments[point_of(seed, "If", 1).key]
    assert inner.turns == 3
    assert sorted(set(inner.columns["i"])) == [0, 1, 2]


def test_objects_have_a_value() -> None:
    body = "int n; int m = 1; if (m > 0) { n = 2; } data[gl_LocalInvocationIndex] = n;"
    known, seed = profile_of("glsl", body), seed_of("glsl", body)
    before, after = (known.environments[point_of(seed, kind).key] for kind in ("If", "Assign"))
    assert {one.place for one in before.targets} == {"m"}
    assert "n" not in before.columns
    behind = known.environments[point_of(seed, "Assign", 1).key]
    assert {one.place for one in behind.targets} == {"n", "m"}
    assert {one.place for one in after.targets} == {"m"}


def test_what_depends_on_the_order_of_invocations_is_not_known() -> None:
    body = "int n = atomicAdd(data[0], 1); int m = 5; m += 1;"
    seed, known = seed_of("glsl", body), profile_of("glsl", body)
    last = known.environments[point_of(seed, "Assign").key]
    assert "n" not in last.columns
    assert last.columns["m"] == [5]


IMAGE = """#version 450
layout(location = 0) out vec4 colour;
void main() {
    float x = gl_FragCoord.x;
    float third = x / 3.0;
    int exact = int(x);
    int hangs = int(third * 3000000.0);
    colour = vec4(exact, 0.0, hangs > 99 ? 0.5 : 0.25, 1.0);
}
"""


def test_what_depends_on_rounding_is_not_known() -> None:
    seed = Seed(read(IMAGE, "glsl"), "fragment")
    known = profile(seed, Inputs(width=9, height=3), OPTIONS, Rng.of(1, "image"))
    last = known.environments[point_of(seed, "Assign").key]
    assert set(last.columns["exact"]) == set(range(9))
    assert "hangs" not in last.columns


def test_a_program_that_hangs_on_rounding_is_refused() -> None:
    text = IMAGE.replace("float third = x / 3.0;", "float third = sqrt(x / 3.0 * 3.0 - x);")
    seed = Seed(read(text, "glsl"), "fragment")
    with pytest.raises(BadInput, match="rounded in another legal way"):
        profile(seed, Inputs(width=9, height=3), OPTIONS, Rng.of(1, "image"))


def test_a_program_whose_image_hangs_on_rounding_is_refused() -> None:
    text = IMAGE.replace("vec4(exact,", "vec4(hangs & 1,")
    seed = Seed(read(text, "glsl"), "fragment")
    with pytest.raises(BadInput, match="hangs on how floats are rounded"):
        profile(seed, Inputs(width=9, height=3), OPTIONS, Rng.of(1, "image"))
