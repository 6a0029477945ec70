from __future__ import annotations

import pytest
from experiments.transform_soundness.textured import textured_programs
from helpers.images import sampling
from helpers.transform import ident

from aberration.core.inputs import Inputs
from aberration.core.textures import Texture
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_textures import has_one_level, learn_textures
from aberration.methods.transform.method import parse_module

FLAT = Texture("flat", "2D", binding=1)


def learnt(*textures: Texture) -> Module:
    """`flat` is at set 0, binding 1; `layers` at binding 2."""
    module = sampling("")
    learn_textures(module, Inputs(textures=textures))
    return module


def test_a_texture_belongs_to_the_variable_of_its_place() -> None:
    layers = Texture("other name", "2DArray", size=(4, 4, 3), binding=2)
    assert learnt(FLAT, layers).facts.textures == {ident("%flat"): FLAT, ident("%layers"): layers}
    assert learnt(FLAT).facts.copy().textures == {ident("%flat"): FLAT}


@pytest.mark.parametrize(
    "texture",
    [
        Texture("flat", "3D", binding=1),
        Texture("flat", "2D", "int", binding=1),
        Texture("flat", "2D", binding=1, descriptor_set=1),
        Texture("shadow", "2D", binding=3),
        Texture("line", "2D", binding=0),
    ],
)
def test_of_another_kind_or_place_it_is_not_known(texture: Texture) -> None:
    assert learnt(texture).facts.textures == {}


def test_modules_of_shaders_know_all_their_textures_and_samplers() -> None:
    for program in textured_programs():
        facts = parse_module(program).facts
        assert set(facts.textures.values()) == set(program.inputs.textures)
        assert set(facts.samplers.values()) == set(program.inputs.samplers)
        assert facts.copy().samplers == facts.samplers


def test_a_texture_that_is_not_known_has_no_level_that_all_share() -> None:
    assert has_one_level(FLAT)
    assert not has_one_level(None)
