from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, assert_sound, point_of, runs_into_check, seed_of

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.bodies import Store
from aberration.methods.emi.shading.expressions import Number
from aberration.methods.emi.shading.mutations.insert_dead import InsertDead
from aberration.methods.emi.shading.places import Object


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(InsertDead, language, 4)


def test_code_that_runs_is_noticed() -> None:
    seed = seed_of("glsl")
    live, dead = point_of(seed, "Assign", 0), point_of(seed, "Assign", 3)
    body = (Store(Object("n", "int", 1, "int"), Number(5, "int")),)
    assert not runs_into_check("glsl", InsertDead(0, dead.key, body))
    assert runs_into_check("glsl", InsertDead(0, live.key, body))
