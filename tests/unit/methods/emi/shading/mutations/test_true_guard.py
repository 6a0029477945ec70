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
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Apply, Number, Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.true_guard import TrueGuard


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(TrueGuard, language, 8)


SEED = seed_of("glsl")
POINT = point_of(SEED, "If")
KNOWN = Knowledge((Read("u", "uint"),), ((7,),))
TRUE = Apply(">", (Read("u", "uint"), Number(3, "uint")))
BARRIER = "int n = 3; barrier(); data[0] = n;"


def test_the_three_forms() -> None:
    guard = TrueGuard(0, POINT.key, "if", TRUE, (), KNOWN)
    assert "if (u > 3u) {\n        if (b) {" in variant(SEED, [guard])
    other = TrueGuard(0, POINT.key, "else", Apply("!", (TRUE,)), (), KNOWN)
    text = " ".join(variant(SEED, [other]).split())
    assert "if (!(u > 3u)) { } else { if (b) {" in text or "if (!(u > 3u)) {} else { if (b)" in text
    once = TrueGuard(0, POINT.key, "once", Number(1, "bool"), (), Knowledge())
    assert "for (int live_0_0 = 0; live_0_0 < 1; live_0_0++) {\n        if (b)" in variant(
        SEED, [once]
    )


def test_a_predicate_that_is_false_is_noticed() -> None:
    assert not runs_into_check("glsl", TrueGuard(0, POINT.key, "if", TRUE, (), KNOWN))
    false = Apply("!", (TRUE,))
    assert runs_into_check("glsl", TrueGuard(0, POINT.key, "if", false, (), KNOWN))


def test_declarations_are_not_wrapped() -> None:
    key = point_of(SEED, "Declare").key
    guard = TrueGuard(0, key, "if", Number(1, "bool"), (), Knowledge())
    assert not guard.is_applicable(Draft(SEED))


def test_a_barrier_only_comes_under_a_guard_of_uniforms() -> None:
    seed = seed_of("glsl", BARRIER)
    key = point_of(seed, "CallStatement").key
    read = Apply("==", (Read("n", "int"), Number(3, "int")))
    known = Knowledge((Read("n", "int"),), ((3,),))
    assert not TrueGuard(0, key, "if", read, (), known).is_applicable(Draft(seed))
    assert not TrueGuard(0, key, "once", Number(1, "bool"), (), known).is_applicable(Draft(seed))
