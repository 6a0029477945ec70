"""Two recipes become one, and two again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.methods.pipeline.stages import (
    first_part,
    is_compiled,
    join,
    options_of,
    second_part,
    stage_name,
    stage_needed,
)
from aberration.methods.pipeline.translations import Translations
from aberration.methods.registry import method_named

SHADER = """@group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;
@compute @workgroup_size(1) fn main() {
    data[0] = 7u;
}
"""
SMITH, TRANSFORM = method_named("smith"), method_named("transform")
TEXT = Program("glsl", "compute", b"text")
MODULE = Program("spirv", "compute", b"module")
FIRST = Recipe("smith", SMITH.version, {"seed": TEXT}, ({"type": "Input"},), {"wrappers": "all"}, 7)
SECOND = Recipe(
    "transform", TRANSFORM.version, {"seed": MODULE, "other": TEXT}, ({"type": "Store"},),
    {"steps": "9"}, 7,
)  # fmt: skip
TRANSLATIONS = Translations()
BOTH = join("smith+transform", 1, FIRST, SECOND, "transform", MODULE, TRANSLATIONS)


def test_the_program_between_the_stages_is_not_kept() -> None:
    assert BOTH.seeds == {"seed": TEXT, "transform-other": TEXT}
    assert BOTH.steps == (
        {"stage": "smith", "type": "Input"},
        {"stage": "transform", "type": "Store"},
    )


def test_the_last_stage_with_steps_is_needed() -> None:
    assert stage_needed(BOTH) == "transform"
    assert stage_needed(BOTH.with_steps(BOTH.steps[:1])) == "smith"
    assert stage_needed(BOTH.with_steps(())) == "smith"
    assert stage_needed(FIRST) == ""


def test_each_stage_gets_its_own_again() -> None:
    assert first_part(BOTH, SMITH, "transform") == FIRST
    assert second_part(BOTH, TRANSFORM, "transform", MODULE, TRANSLATIONS) == SECOND


def test_the_recipe_says_that_a_program_was_compiled_for_a_method_that_takes_both() -> None:
    assert not is_compiled(BOTH, "transform")
    name, stage = "smith+transform", "transform"
    both = join(name, 1, FIRST, SECOND, stage, MODULE, TRANSLATIONS, compiled=True)
    assert is_compiled(both, "transform")
    assert second_part(both, TRANSFORM, "transform", MODULE, TRANSLATIONS) == SECOND


def test_each_stage_keeps_its_own_random_seed() -> None:
    second = replace(SECOND, rng_seed=9)
    both = join("smith+transform", 1, FIRST, second, "transform", MODULE, TRANSLATIONS)
    assert first_part(both, SMITH, "transform") == FIRST
    assert second_part(both, TRANSFORM, "transform", MODULE, TRANSLATIONS) == second


def test_inputs_that_the_second_stage_gave_stay_when_the_program_changes() -> None:
    fed = replace(MODULE, inputs=Inputs(width=9))
    second = replace(SECOND, seeds={"seed": fed})
    both = join("smith+transform", 1, FIRST, second, "transform", MODULE, TRANSLATIONS)
    smaller = replace(MODULE, source=b"smaller")
    assert second_part(both, TRANSFORM, "transform", smaller, TRANSLATIONS).seeds == {
        "seed": replace(fed, source=b"smaller")
    }


def test_another_program_is_kept_whole() -> None:
    other = Program("wgsl", "compute", b"translated")
    second = replace(SECOND, seeds={"seed": other})
    both = join("smith+transform", 1, FIRST, second, "transform", MODULE, TRANSLATIONS)
    assert second_part(both, TRANSFORM, "transform", MODULE, TRANSLATIONS).seeds == {"seed": other}


def test_a_translation_is_made_again_of_whatever_the_first_stage_makes() -> None:
    shader = Program("wgsl", "compute", SHADER.encode(), name="one")
    agree = method_named("agree")
    made = TRANSLATIONS.of(shader, "essl-310")
    second = Recipe("agree", agree.version, {"seed": made})
    both = join("smith+agree", 1, FIRST, second, "agree", shader, TRANSLATIONS)
    assert both.seeds == FIRST.seeds
    assert second_part(both, agree, "agree", shader, TRANSLATIONS) == second
    smaller = replace(shader, source=SHADER.replace("7u", "8u").encode())
    again = second_part(both, agree, "agree", smaller, TRANSLATIONS).seeds["seed"]
    assert again.language == "essl"
    assert b"8u" in again.source
    assert b"8u" not in made.source


def test_a_translation_with_other_inputs_keeps_these_alone() -> None:
    shader = Program("wgsl", "compute", SHADER.encode(), name="one")
    agree = method_named("agree")
    made = TRANSLATIONS.of(shader, "essl-310")
    fed = replace(made, inputs=replace(made.inputs, groups=(2, 1, 1)))
    second = Recipe("agree", agree.version, {"seed": fed})
    both = join("smith+agree", 1, FIRST, second, "agree", shader, TRANSLATIONS)
    assert second_part(both, agree, "agree", shader, TRANSLATIONS) == second
    smaller = replace(shader, source=SHADER.replace("7u", "8u").encode())
    again = second_part(both, agree, "agree", smaller, TRANSLATIONS).seeds["seed"]
    assert b"8u" in again.source
    assert again.inputs.groups == (2, 1, 1)


def test_stages_of_one_method_are_numbered() -> None:
    fuse = method_named("fuse")
    twice = method_named("smith+fuse+fuse")
    assert stage_name(SMITH, fuse) == "fuse"
    assert stage_name(method_named("smith+fuse"), fuse) == "fuse2"
    assert stage_name(twice, fuse) == "fuse3"
    assert stage_name(twice, SMITH) == "smith2"


def test_a_recipe_without_the_program_that_it_names_is_refused() -> None:
    lost = Recipe("smith+transform", 1, {"seed": TEXT}, (), {"transform.fed": "seed"})
    with pytest.raises(BadInput, match="no program in the role"):
        second_part(lost, TRANSFORM, "transform", MODULE, TRANSLATIONS)


def test_options_have_the_name_of_their_stage() -> None:
    given = {"smith.preset": "tiny", "transform.steps": "20"}
    assert options_of("smith", given) == {"preset": "tiny"}
    assert options_of("transform", given) == {"steps": "20"}
