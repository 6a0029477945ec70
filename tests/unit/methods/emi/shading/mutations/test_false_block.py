from __future__ import annotations

import pytest
from helpers.live_shaders import (
    LANGUAGES,
    assert_sound,
    drawn,
    point_of,
    runs_into_check,
    seed_of,
    variant,
)

from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.shading.bodies import Jump
from aberration.methods.emi.shading.expressions import Apply, Number, Read
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutations.false_block import FalseBlock


@pytest.mark.parametrize("language", LANGUAGES)
def test_those_drawn_keep_the_result(language: LanguageName) -> None:
    assert_sound(FalseBlock, language, 8)


SEED = seed_of("glsl")
KEY = point_of(SEED, "If").key
KNOWN = Knowledge((Read("u", "uint"),), ((7,),))
FALSE = Apply("<", (Read("u", "uint"), Number(3, "uint")))
BLOCK = FalseBlock(0, KEY, "if", FALSE, (Jump("return"),), KNOWN)


def test_it_stands_before_the_statement() -> None:
    text = variant(SEED, [BLOCK])
    assert "if (u < 3u) {\n        return;\n    }\n    if (b) {" in text


def test_a_predicate_that_is_true_and_a_state_that_was_not_seen_are_noticed() -> None:
    assert not runs_into_check("glsl", BLOCK)
    true = Apply("!", (FALSE,))
    assert runs_into_check("glsl", FalseBlock(0, KEY, "if", true, (Jump("return"),), KNOWN))
    other = Knowledge((Read("u", "uint"),), ((8,),))
    assert runs_into_check("glsl", FalseBlock(0, KEY, "if", FALSE, (Jump("return"),), other))


def test_kernels_get_no_loops_that_never_run() -> None:
    """Idle lanes of a workgroup ran them: many findings of one mistake of llvmpipe."""
    made = drawn(FalseBlock, "glsl", 40)
    assert {one.word for one in made if isinstance(one, FalseBlock)} == {"if"}


def test_names_must_be_in_scope_and_jumps_lead_somewhere() -> None:
    from aberration.methods.emi.shading.draft import Draft

    nowhere = Apply("<", (Read("nowhere", "int"), Number(3, "int")))
    assert not FalseBlock(0, KEY, "if", nowhere, (), KNOWN).is_applicable(Draft(SEED))
    body = (Jump("break"),)
    assert not FalseBlock(0, KEY, "if", FALSE, body, KNOWN).is_applicable(Draft(SEED))
    assert not FalseBlock(0, "If-none", "if", FALSE, (), KNOWN).is_applicable(Draft(SEED))
