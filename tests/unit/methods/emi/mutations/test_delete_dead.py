from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.methods.emi.mutations.delete_dead import DeleteDead
from aberration.methods.emi.mutations.insert_dead import InsertDead

DELETE = DeleteDead(0, "3")
NESTED = TINY.replace("        g = 0;", "        if (other) {\n            g = 0;\n        }")
"""Program point 3 is that of the inner `if`, program point 4 that of `g = 0;`."""


def test_text() -> None:
    assert emi.variant(TINY, [DELETE]) == TINY.replace("g = 0;", ";")
    emi.assert_sound(TINY, [DELETE])


def test_a_statement_that_runs_is_noticed() -> None:
    assert emi.aborts(TINY, msgspec.structs.replace(DELETE, program_point="1"))


def test_a_declaration_stays() -> None:
    kept = [
        program_point
        for program_point in emi.source_of(BUSY).program_points
        if not program_point.statement.wrappable
    ]
    assert kept
    for program_point in kept:
        assert not emi.is_applicable(
            BUSY, msgspec.structs.replace(DELETE, program_point=str(program_point.ordinal))
        )


def test_nothing_is_replaced_twice() -> None:
    assert emi.applied(TINY, [DELETE, msgspec.structs.replace(DELETE, number=1)]) == [DELETE]


def test_program_points_in_what_was_deleted_are_gone() -> None:
    outer, inner = DeleteDead(0, "3"), DeleteDead(1, "4")
    assert emi.applied(NESTED, [outer, inner]) == [outer]
    assert emi.applied(NESTED, [inner, outer]) == [inner, outer]
    made = emi.variant(NESTED, [inner, outer])
    assert made == emi.variant(NESTED, [outer])
    inserted = InsertDead(2, "4", ())
    assert emi.applied(NESTED, [outer, inserted]) == [outer]
    assert emi.variant(NESTED, [inserted, outer]) == made


def test_program_points_inside_inserted_text_have_no_statement() -> None:
    assert not emi.is_applicable(TINY, msgspec.structs.replace(DELETE, program_point="4.0"))
    emi.assert_garbage_is_refused(DELETE)


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(DeleteDead, BUSY, 4)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(DeleteDead, BUSY, 4) == made


def test_there_is_nothing_smaller() -> None:
    assert list(DELETE.smaller()) == []
