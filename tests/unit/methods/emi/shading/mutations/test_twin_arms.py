from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, assert_sound, point_of, seed_of, variant

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.twin_arms import TwinArms


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(TwinArms, language, 8)


SEED = seed_of("glsl")


def test_a_statement_stands_in_both_arms() -> None:
    key = point_of(SEED, "Assign", -1).key
    text = " ".join(variant(SEED, [TwinArms(0, key, Read("b", "bool"), Knowledge())]).split())
    arm = "{ data[int(gl_LocalInvocationIndex)] = n + v.x + int(u) + int(f + f); }"
    assert f"if (b) {arm} else {arm}" in text


def test_what_waits_stays_where_it_is() -> None:
    seed = seed_of("glsl", "int n = 3; barrier(); data[0] = n;")
    key = point_of(seed, "CallStatement").key
    assert not TwinArms(0, key, Read("n", "bool"), Knowledge()).is_applicable(Draft(seed))
