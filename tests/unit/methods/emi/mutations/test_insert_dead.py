from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, TINY, TRUE

from aberration.methods.emi.mutations.delete_dead import DeleteDead
from aberration.methods.emi.mutations.insert_dead import InsertDead
from aberration.methods.emi.statements import Assign, Call

BODY = (Assign("other", "=", TRUE, ("other",)), Assign("g", "^=", TRUE, ("g",)))
INSERT = InsertDead(0, "3", BODY)


def test_text() -> None:
    assert emi.variant(TINY, [INSERT]) == TINY.replace("g = 0;", "{ other = 1; g ^= 1; }\ng = 0;")
    emi.assert_sound(TINY, [INSERT])


def test_it_stands_before_a_statement_that_goes() -> None:
    made = emi.variant(TINY, [INSERT, DeleteDead(1, "3")])
    assert made == TINY.replace("g = 0;", "{ other = 1; g ^= 1; }\n;")


def test_a_program_point_that_runs_is_noticed() -> None:
    assert emi.aborts(TINY, msgspec.structs.replace(INSERT, program_point="0"))


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, INSERT)
    assert not emi.is_applicable(TINY, msgspec.structs.replace(INSERT, body=(Call("nowhere", ()),)))
    assert not emi.is_applicable(TINY, msgspec.structs.replace(INSERT, body=(Call("main", ()),)))
    emi.assert_garbage_is_refused(INSERT)


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(InsertDead, BUSY, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(InsertDead, BUSY, 16) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(InsertDead, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)
