from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, FALSE, TINY, TRUE, compared

from aberration.languages.c.expressions import Binary, Literal, Read
from aberration.languages.c.integers import INT, IntType
from aberration.languages.c.source import Place
from aberration.methods.emi.change import Object, Shown
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.true_block import Change, TrueBlock, plain_block

G, OTHER = Object("g", INT, "int"), Object("other", INT, "int")
KNOWN = Knowledge((G.read, OTHER.read), ((3, 5),))
SHOWN = Shown("if", compared("g", 3), G.read)
FIRST = Change(G, Literal(0, INT), Literal(8, INT), SHOWN)
SECOND = Change(OTHER, Literal(1, INT), Binary("+", G.read, Literal(1, INT)), None)
BLOCK = TrueBlock(4, "0", compared("other", 5), (FIRST, SECOND), KNOWN)


def test_text() -> None:
    inserted = (
        "{ int live_4_0 = 0; int live_4_1 = 1; if ((other == 5)) { live_4_0 = g; g = 8; "
        'if ((g == 3)) { printf("%ld\\n", (long)g); } live_4_1 = other; other = (g + 1);  } '
        "other = live_4_1; "
        "g = live_4_0; }\n"
    )
    assert emi.variant(TINY, [BLOCK]) == emi.tiny_with(inserted)
    emi.assert_sound(TINY, [BLOCK])


def test_text_with_a_jump() -> None:
    block = TrueBlock(4, "0", compared("other", 5), (SECOND,), KNOWN, "goto")
    inserted = (
        "{ int live_4_0 = 1; if (!(other == 5)) { goto live_4_end; } { live_4_0 = other; "
        "other = (g + 1);  } live_4_end: ; other = live_4_0; }\n"
    )
    assert emi.variant(TINY, [block]) == emi.tiny_with(inserted)
    emi.assert_sound(TINY, [block])
    assert emi.aborts(TINY, msgspec.structs.replace(block, predicate=FALSE, knowledge=Knowledge()))
    assert next(iter(block.smaller())) != block


def test_without_printf_there_is_nothing_to_print() -> None:
    text = TINY.replace("#include <stdio.h>", "extern int putchar(int);").replace(
        'printf("%d %d\\n", g, other);', "putchar(g + 65);"
    )
    made = emi.variant(
        text,
        [
            BLOCK,
            msgspec.structs.replace(
                BLOCK,
                number=5,
                changes=(
                    msgspec.structs.replace(FIRST, shown=Shown("while", compared("g", 3), G.read)),
                ),
            ),
        ],
    )
    assert "if ((g == 3)) { ; }" in made
    assert "while ((g == 3)) { break; }" in made
    assert emi.outcome(made) == emi.reference(text)


def test_what_runs_otherwise_is_noticed() -> None:
    assert not emi.aborts(TINY, BLOCK)
    assert emi.aborts(TINY, msgspec.structs.replace(BLOCK, predicate=FALSE, knowledge=Knowledge()))
    shown = msgspec.structs.replace(FIRST, shown=Shown("if", compared("g", 8), G.read))
    assert emi.aborts(TINY, msgspec.structs.replace(BLOCK, changes=(shown, SECOND)))
    assert emi.aborts(
        TINY, msgspec.structs.replace(BLOCK, knowledge=Knowledge(KNOWN.reads, ((3, 6), (4, 5))))
    )
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(TrueBlock, BUSY, 4))


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, BLOCK)
    nowhere = Object("nowhere", INT, "int")
    for change in (
        msgspec.structs.replace(FIRST, object=nowhere),
        msgspec.structs.replace(FIRST, initial=nowhere.read),
        msgspec.structs.replace(FIRST, value=nowhere.read),
        msgspec.structs.replace(FIRST, shown=Shown("if", FALSE, nowhere.read)),
    ):
        assert not emi.is_applicable(TINY, msgspec.structs.replace(BLOCK, changes=(change,)))
    emi.assert_garbage_is_refused(BLOCK)


def test_a_program_point_inside_knows_its_backups_and_goes_with_the_block() -> None:
    reads = Knowledge((Read("live_4_0", INT),), ((3,),))
    inner = plain_block(BLOCK, OTHER, Read("live_4_0", INT), None, reads)
    inner = msgspec.structs.replace(inner, number=9, program_point="4.0")
    emi.assert_sound(TINY, [BLOCK, inner])
    assert emi.applied(TINY, [inner]) == []
    assert emi.applied(TINY, [inner, BLOCK]) == [BLOCK]
    assert "g = 8; { int live_9_0 = 0; if (1) { live_9_0 = other; other = live_4_0;" in emi.variant(
        TINY, [BLOCK, inner]
    )
    gone = msgspec.structs.replace(inner, program_point="4.2")
    assert emi.applied(TINY, [BLOCK, gone]) == [BLOCK]


def test_an_inner_mutation_that_knows_a_lost_backup_is_refused() -> None:
    """Its text needs no backup, but its checking form does: both must stay valid when the block
    gets smaller.
    """
    known = Knowledge((Read("live_4_1", INT),), ((1,),))
    inner = msgspec.structs.replace(
        plain_block(BLOCK, OTHER, TRUE, None, known), number=9, program_point="4.0"
    )
    emi.assert_sound(TINY, [BLOCK, inner])
    smaller = msgspec.structs.replace(BLOCK, changes=(FIRST,))
    assert emi.applied(TINY, [smaller, inner]) == [smaller]
    emi.assert_sound(TINY, [smaller])


def test_objects_are_distinct() -> None:
    for mutation in emi.drawn(TrueBlock, BUSY, 16):
        assert isinstance(mutation, TrueBlock)
        roots = [
            change.object.text.partition("[")[0].partition(".")[0] for change in mutation.changes
        ]
        assert len(set(roots)) == len(roots)


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(TrueBlock, BUSY, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(TrueBlock, BUSY, 16) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(TrueBlock, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)


def test_the_backup_of_a_bit_field_is_no_place_to_read() -> None:
    """It is declared with the whole type, in which a value may be negative or too large for the
    field's own.
    """
    field = Object("s.f", IntType(27, False), "unsigned int", 27)
    block = plain_block(BLOCK, field, Literal(5, INT), None, Knowledge())
    text = "struct { unsigned f : 27; } s; int g; int main(void) { g = 1; return g; }\n"
    point = emi.drafted(text, [block]).point("4.0")
    assert point is not None
    assert point.added == ()
    whole = emi.drafted(TINY, [BLOCK]).point("4.1")
    assert whole is not None
    assert [place.text for place in whole.added] == ["live_4_0", "live_4_1"]
    assert (
        Object.of(Place("s.f", field.type, "unsigned int", "global", "s", True, False, 27)) == field
    )
