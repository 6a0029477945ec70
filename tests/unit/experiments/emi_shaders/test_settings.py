"""The settings of the ablation."""

from __future__ import annotations

from experiments.emi_shaders.settings import LIVE_CODE, OF_KINDS, OF_KNOWLEDGE, SETTINGS

from aberration.methods.emi.shading.environment import KNOWLEDGE
from aberration.methods.emi.shading.registry import BY_NAME
from aberration.targets.shading_mutants.catalogue import shading_mutant


def test_each_kind_is_asked_about_alone_and_mutations_are_left_out() -> None:
    for name in BY_NAME:
        assert OF_KINDS[f"{name} only"] == {"kinds": name}
        left = OF_KINDS[f"all but {name}"]["kinds"].split(",")
        assert {*left} == {*BY_NAME} - {name}
    assert [*OF_KNOWLEDGE.values()] == [{"knowledge": name} for name in KNOWLEDGE]
    assert dict(SETTINGS) == {"all": {}, **OF_KINDS, **OF_KNOWLEDGE}


def test_the_mutants_of_live_code_are_there() -> None:
    assert [shading_mutant(name).name for name in LIVE_CODE] == sorted(LIVE_CODE)
