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
from aberration.methods.emi.shading.mutations.call_block import CallBlock, Parameter
from aberration.methods.emi.shading.places import Object


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(CallBlock, language, 8)


SEED = seed_of("glsl")
KEY = point_of(SEED, "If").key
OBJECT = Object("n", "int", 1, "int")
PARAMETER = Parameter("live_0_a0", Read("u", "uint"))
GUARD = Apply(">", (Read("live_0_a0", "uint"), Number(3, "uint")))
KNOWN = Knowledge((Read("u", "uint"),), ((7,),))


def test_a_function_gives_the_value() -> None:
    block = CallBlock(0, KEY, OBJECT, (PARAMETER,), GUARD, Number(5, "int"), None, KNOWN)
    text = " ".join(variant(SEED, [block]).split())
    assert (
        "int live_0(uint live_0_a0) { if (live_0_a0 > 3u) { return 5; } return 0; } void main()"
        in text
    )
    assert "{ int live_0_0 = n; n = live_0(u); n = live_0_0; } if (b)" in text
    assert not runs_into_check("glsl", block)


def test_a_guard_that_is_false_is_noticed() -> None:
    false = Apply("!", (GUARD,))
    block = CallBlock(0, KEY, OBJECT, (PARAMETER,), false, Number(5, "int"), None, KNOWN)
    assert runs_into_check("glsl", block)
