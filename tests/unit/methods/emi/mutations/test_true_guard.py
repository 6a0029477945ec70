from __future__ import annotations

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, FALSE, TINY, compared

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Literal, Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.delete_dead import DeleteDead
from aberration.methods.emi.mutations.true_guard import TrueGuard
from aberration.methods.emi.statements import Assign

KNOWN = Knowledge((Read("g", INT),), ((3,),))
NEVER = (Assign("other", "=", Literal(0, INT), ("other",)),)
IF = TrueGuard(0, "0", "if", compared("g", 3), NEVER, KNOWN)
ELSE = TrueGuard(1, "0", "else", compared("g", 4), NEVER, KNOWN)
GOTO = TrueGuard(3, "0", "goto", compared("g", 3), NEVER, KNOWN)
ONCE = TrueGuard(2, "0", "once", FALSE, (), Knowledge())


def wrapped(text: str) -> str:
    return TINY.replace("g += 1;", text)


@pytest.mark.parametrize(
    ("guard", "text"),
    [
        (IF, "if ((g == 3)) { g += 1; } else { other = 0; }"),
        (msgspec.structs.replace(IF, never=()), "if ((g == 3)) { g += 1; }"),
        (ELSE, "if ((g == 4)) { other = 0; } else { g += 1; }"),
        (GOTO, "{ if (!(g == 3)) { other = 0; goto live_3_end; } g += 1; live_3_end: ; }"),
        (ONCE, "do { g += 1; } while (0);"),
    ],
)
def test_text(guard: TrueGuard, text: str) -> None:
    assert emi.variant(TINY, [guard]) == wrapped(text)
    emi.assert_sound(TINY, [guard])


def test_guards_around_guards() -> None:
    emi.assert_sound(TINY, [IF, ELSE, ONCE])
    emi.assert_sound(TINY, [ONCE, GOTO, ELSE, IF])
    around = msgspec.structs.replace(
        IF, program_point="2", predicate=compared("g", 4), knowledge=Knowledge()
    )
    emi.assert_sound(TINY, [around, msgspec.structs.replace(ONCE, program_point="3")])


def test_what_runs_otherwise_is_noticed() -> None:
    for guard in (IF, ELSE, GOTO):
        other = compared("g", 3 if guard.form == "else" else 4)
        assert emi.aborts(TINY, msgspec.structs.replace(guard, predicate=other))
        assert emi.aborts(TINY, msgspec.structs.replace(guard, predicate=other, never=()))
        assert emi.aborts(
            TINY, msgspec.structs.replace(guard, knowledge=Knowledge(KNOWN.reads, ((4,),)))
        )
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(TrueGuard, BUSY, 4))


def test_a_declaration_is_not_wrapped() -> None:
    source = emi.source_of(BUSY)
    declarations = [
        program_point
        for program_point in source.program_points
        if not program_point.statement.wrappable
    ]
    assert declarations
    for program_point in declarations:
        for guard in (IF, ELSE, GOTO, ONCE):
            assert not emi.is_applicable(
                BUSY, msgspec.structs.replace(guard, program_point=str(program_point.ordinal))
            )


def test_once_stands_around_no_break_that_leaves_it() -> None:
    leaving = [
        program_point
        for program_point in emi.source_of(BUSY).program_points
        if program_point.statement.escapes and program_point.statement.wrappable
    ]
    assert leaving
    for program_point in leaving:
        once = msgspec.structs.replace(ONCE, program_point=str(program_point.ordinal))
        assert not emi.is_applicable(BUSY, once)
        assert emi.is_applicable(BUSY, msgspec.structs.replace(once, form="if"))


def test_once_reads_nothing() -> None:
    """Its condition comes after the statement, where the profile of the program point holds no
    longer.
    """
    assert not emi.is_applicable(TINY, msgspec.structs.replace(ONCE, predicate=compared("g", 9)))


def test_a_deleted_statement_is_not_wrapped() -> None:
    guard = msgspec.structs.replace(IF, program_point="3", number=7)
    delete = DeleteDead(6, "3")
    assert emi.applied(TINY, [guard]) == [guard]
    assert emi.applied(TINY, [delete, guard]) == [delete]


def test_program_points_inside_inserted_text_have_no_statement() -> None:
    assert not emi.is_applicable(TINY, msgspec.structs.replace(IF, program_point="4.0"))


def test_names_must_be_in_scope() -> None:
    never = (Assign("nowhere", "=", Literal(0, INT), ("nowhere",)),)
    assert not emi.is_applicable(TINY, msgspec.structs.replace(IF, never=never))
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(IF, predicate=compared("nowhere", 7))
    )
    emi.assert_garbage_is_refused(IF)


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(TrueGuard, BUSY, 24)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(TrueGuard, BUSY, 24) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(TrueGuard, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)


def test_all_forms_are_drawn() -> None:
    made = [TrueGuard.draw(emi.site_of(BUSY, "1"), Rng.of(number)) for number in range(100)]
    assert {mutation.form for mutation in made if isinstance(mutation, TrueGuard)} == {
        "if",
        "else",
        "goto",
        "once",
    }
