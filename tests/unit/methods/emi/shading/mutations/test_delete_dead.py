from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, assert_sound, point_of, runs_into_check, seed_of

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.mutations.delete_dead import DeleteDead


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(DeleteDead, language, 1)


def test_code_that_runs_is_noticed() -> None:
    seed = seed_of("glsl")
    live, dead = point_of(seed, "Assign", 0), point_of(seed, "Assign", 3)
    assert not runs_into_check("glsl", DeleteDead(0, dead.key))
    assert runs_into_check("glsl", DeleteDead(0, live.key))
