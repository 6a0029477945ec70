from __future__ import annotations

import pytest
from helpers.live_shaders import (
    LANGUAGES,
    assert_sound,
    point_of,
    runs_into_check,
    seed_of,
    variant,
)

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.expressions import Apply, Number, Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.true_block import Change, TrueBlock
from aberration.methods.emi.shading.places import Object


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(TrueBlock, language, 8)


SEED = seed_of("glsl")
KEY = point_of(SEED, "If").key
OBJECT = Object("n", "int", 1, "int")
CHANGE = Change(OBJECT, Number(5, "int"), None)
TRUE = Apply(">", (Read("u", "uint"), Number(3, "uint")))
KNOWN = Knowledge((Read("u", "uint"),), ((7,),))


def test_an_object_is_saved_changed_and_restored() -> None:
    text = " ".join(variant(SEED, [TrueBlock(0, KEY, TRUE, (CHANGE,), KNOWN)]).split())
    assert "{ int live_0_0 = n; if (u > 3u) { n = 5; } n = live_0_0; } if (b)" in text


def test_a_vector_and_a_float_are_changed_as_a_whole() -> None:
    vector = Change(Object("v", "int", 2, "ivec2"), Number(5, "int"), None)
    real = Change(Object("f", "float", 1, "float"), Number(5, "int"), None)
    text = variant(SEED, [TrueBlock(0, KEY, TRUE, (vector, real), KNOWN)])
    assert "v = ivec2(5);" in text
    assert "f = float(5);" in text


def test_a_predicate_that_is_false_is_noticed() -> None:
    assert not runs_into_check("glsl", TrueBlock(0, KEY, TRUE, (CHANGE,), KNOWN))
    false = Apply("!", (TRUE,))
    assert runs_into_check("glsl", TrueBlock(0, KEY, false, (CHANGE,), KNOWN))
