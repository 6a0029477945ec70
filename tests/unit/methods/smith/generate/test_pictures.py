"""The textures that programs are given: all kinds, none of which leaves open what is sampled."""

from __future__ import annotations

import pytest
from helpers.smith_textures import sampling_program
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.shapes import is_shadow
from aberration.core.textures import LINEAR, Texture
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.shader_tests import LANGUAGES
from aberration.methods.smith.generate import PRESETS, generate
from aberration.methods.smith.generate.pictures import KINDS

PROGRAMS = 60


def inputs_of(language: LanguageName) -> list[Inputs]:
    return [sampling_program(language, number).inputs for number in range(PROGRAMS)]


def textures_of(language: LanguageName) -> list[Texture]:
    return [one for inputs in inputs_of(language) for one in inputs.textures]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_kinds_wraps_and_filters_come_up(language: LanguageName) -> None:
    found = textures_of(language)
    assert {(one.numbers, one.shape) for one in found} == set(KINDS)
    assert {one.wrap for one in found} == {"repeat", "clamp", "mirror"}
    assert {bool(one.filter) for one in found} == {False, True}
    assert all(one.numbers == "float" for one in found if one.filter == LINEAR)
    assert not any(one.filter == LINEAR for one in found if is_shadow(one.shape))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sides_of_several_levels_are_halved_without_rest(language: LanguageName) -> None:
    found = [one for one in textures_of(language) if one.level_count > 1]
    assert {one.shape for one in found} == {"2D", "3D", "2DArray"}
    for one in found:
        sides = one.size if one.shape == "3D" else one.size[:2]
        assert all(side & (side - 1) == 0 for side in sides)


def test_each_has_a_place_of_its_own_in_wgsl() -> None:
    for inputs in inputs_of("wgsl"):
        places = [one.binding for one in inputs.buffers]
        places += [one.binding for one in inputs.uniforms]
        places += [one.binding for one in inputs.textures]
        places += [one.binding for one in inputs.samplers]
        assert len(set(places)) == len(places)


def test_depths_are_compared_as_the_texture_says_and_in_wgsl_its_sampler() -> None:
    depths = [one for one in textures_of("essl") if is_shadow(one.shape)]
    assert len({one.compare for one in depths}) > 4
    for inputs in inputs_of("wgsl"):
        has_depths = any(is_shadow(one.shape) for one in inputs.textures)
        assert any(bool(one.compare) for one in inputs.samplers) is has_depths


def test_no_slopes_choose_a_level() -> None:
    for number in range(PROGRAMS):
        made = sampling_program("glsl", number)
        deep = [one.name for one in made.inputs.textures if one.level_count > 1]
        text = write(made.module)
        for name in deep:
            assert not any(f"{start}({name}," in text for start in ("texture", "textureGrad"))


def test_programs_without_textures_stay_as_they_were() -> None:
    texts = [write(generate("glsl", 450, number, PRESETS["tiny"]).module) for number in range(20)]
    assert 2 < sum("sampler" in text for text in texts) < 12
    assert not any(
        "sampler" in write(generate("glsl", 450, number, PRESETS["glslsmith"]).module)
        for number in range(6)
    )


def test_texts_say_where_textures_are_bound_where_their_versions_can() -> None:
    for version, can_say in ((330, False), (430, True)):
        made = generate("glsl", version, 2, replace(PRESETS["tiny"], sampled_share=1.0))
        text = write(made.module)
        for one in made.inputs.textures:
            assert (f"layout(binding = {one.binding}) uniform" in text) is can_say
