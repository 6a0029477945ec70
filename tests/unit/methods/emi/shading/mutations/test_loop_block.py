from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, assert_sound, point_of, seed_of, variant

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.expressions import Apply, Number, Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.loop_block import LoopBlock
from aberration.methods.emi.shading.places import Object


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(LoopBlock, language, 8)


SEED = seed_of("glsl")
KEY = point_of(SEED, "If").key


def test_an_object_is_changed_on_each_turn_and_restored() -> None:
    value = Apply("+", (Read("n", "int"), Read("live_0_i", "int")))
    block = LoopBlock(0, KEY, 3, Object("n", "int", 1, "int"), value, None, Knowledge())
    text = " ".join(variant(SEED, [block]).split())
    loop = "for (int live_0_i = 0; live_0_i < 3; live_0_i++) { n = n + live_0_i; }"
    assert f"{{ int live_0_0 = n; {loop} n = live_0_0; }} if (b)" in text
    assert LoopBlock(0, KEY, 1, block.object, Number(1, "int"), None, Knowledge()) in list(
        LoopBlock(0, KEY, 3, block.object, Number(1, "int"), None, Knowledge()).smaller()
    )
