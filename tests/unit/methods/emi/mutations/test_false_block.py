from __future__ import annotations

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, TINY, TRUE, compared

from aberration.languages.c.expressions import Literal, Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.false_block import FalseBlock
from aberration.methods.emi.statements import Assign

KNOWN = Knowledge((Read("g", INT),), ((3,),))
BODY = (Assign("other", "=", Literal(0, INT), ("other",)),)
BLOCK = FalseBlock(0, "0", "if", compared("g", 7), BODY, KNOWN)


def test_text() -> None:
    assert emi.variant(TINY, [BLOCK]) == emi.tiny_with("if ((g == 7)) { other = 0; }\n")
    jump = msgspec.structs.replace(BLOCK, word="goto")
    assert emi.variant(TINY, [jump]) == emi.tiny_with(
        "{ if (!(g == 7)) goto live_0_end; { other = 0; } live_0_end: ; }\n"
    )
    emi.assert_sound(TINY, [jump])
    loop = msgspec.structs.replace(BLOCK, word="while")
    assert emi.variant(TINY, [loop]) == emi.tiny_with("while ((g == 7)) { other = 0; }\n")


def test_text_that_checks_itself() -> None:
    inserted = "if (!(((g == 3)))) abort(); if ((g == 7)) { abort(); other = 0; }\n"
    assert emi.variant(
        TINY, [BLOCK], checking=True
    ) == "extern void abort(void);\n" + emi.tiny_with(inserted)
    emi.assert_sound(TINY, [BLOCK])


@pytest.mark.parametrize("word", ["if", "while", "goto"])
def test_a_predicate_that_is_true_is_noticed(word: str) -> None:
    wrong = msgspec.structs.replace(BLOCK, word=word, predicate=compared("g", 3))
    assert emi.aborts(TINY, wrong)


def test_a_state_that_was_not_seen_is_noticed() -> None:
    assert emi.aborts(
        TINY, msgspec.structs.replace(BLOCK, knowledge=Knowledge(KNOWN.reads, ((4,),)))
    )
    assert emi.aborts(
        TINY, msgspec.structs.replace(BLOCK, knowledge=Knowledge(facts=(compared("g", 3, ">"),)))
    )
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(FalseBlock, BUSY, 4))


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, BLOCK)
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(BLOCK, predicate=compared("nowhere", 7))
    )
    body = (Assign("nowhere", "=", TRUE, ("nowhere",)),)
    assert not emi.is_applicable(TINY, msgspec.structs.replace(BLOCK, body=body))
    emi.assert_garbage_is_refused(BLOCK)


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(FalseBlock, BUSY, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(FalseBlock, BUSY, 16) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(FalseBlock, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)
