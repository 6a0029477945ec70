from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, TINY, compared

from aberration.languages.c.expressions import Binary, Literal, Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.change import Object, Shown
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.loop_block import MOST_TRIPS, LoopBlock, simulate
from aberration.methods.emi.mutations.true_block import TrueBlock
from aberration.methods.emi.synthesis import Term

G = Object("g", INT, "int")
COUNTER = Read("live_2_i", INT)
KNOWN = Knowledge((G.read,), ((3,),))
VALUE = Binary("+", G.read, COUNTER)
SHOWN = Shown("if", compared("g", 99), G.read)
BLOCK = LoopBlock(2, "0", 3, G, VALUE, SHOWN, KNOWN)


def test_text() -> None:
    inserted = (
        "{ int live_2_0 = g; int live_2_i; for (live_2_i = 0; live_2_i < 3; live_2_i++) { g "
        "= (g + live_2_i); "
        'if ((g == 99)) { printf("%ld\\n", (long)g); } } g = live_2_0; }\n'
    )
    assert emi.variant(TINY, [BLOCK]) == emi.tiny_with(inserted)
    emi.assert_sound(TINY, [BLOCK])


def test_a_use_on_the_last_trip_is_noticed() -> None:
    last = Shown("if", compared("g", 6), G.read)
    assert emi.aborts(TINY, msgspec.structs.replace(BLOCK, shown=last))
    assert not emi.aborts(TINY, msgspec.structs.replace(BLOCK, shown=last, trips=2))


def test_a_state_that_was_not_seen_is_noticed() -> None:
    assert emi.aborts(
        TINY, msgspec.structs.replace(BLOCK, knowledge=Knowledge(KNOWN.reads, ((4,),)))
    )
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(LoopBlock, BUSY, 4))


def test_trips_are_simulated() -> None:
    terms = simulate([Term(G.read, [3, 10], INT)], G, VALUE, 3, COUNTER)
    assert terms is not None
    values = {term.expression: list(term.values) for term in terms}
    assert values == {G.read: [3, 10, 4, 11, 6, 13], COUNTER: [0, 0, 1, 1, 2, 2]}


def test_a_value_undefined_on_a_later_trip_is_none() -> None:
    doubled = Binary("*", G.read, Literal(2, INT))
    assert simulate([Term(G.read, [2**29], INT)], G, doubled, 1, COUNTER) is not None
    assert simulate([Term(G.read, [2**29], INT)], G, doubled, 2, COUNTER) is None


def test_what_the_object_cannot_hold_wraps() -> None:
    bits = Object("s.a", msgspec.structs.replace(INT, width=5), "int")
    terms = simulate(
        [Term(bits.read, [15], bits.type)],
        bits,
        Binary("+", bits.read, Literal(1, INT)),
        2,
        COUNTER,
    )
    assert terms is not None
    assert [list(term.values) for term in terms if term.expression == bits.read] == [[-16, -15]]


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, BLOCK)
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(BLOCK, object=Object("nowhere", INT, "int"))
    )
    assert not emi.is_applicable(TINY, msgspec.structs.replace(BLOCK, value=Read("live_3_i", INT)))
    emi.assert_garbage_is_refused(BLOCK)


def test_the_smallest_is_a_block_without_the_loop() -> None:
    first = next(iter(BLOCK.smaller()))
    assert isinstance(first, TrueBlock)
    assert first.changes[0].value == Binary("+", G.read, Literal(0, INT))
    emi.assert_sound(TINY, [first])


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(LoopBlock, BUSY, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(LoopBlock, BUSY, 16) == made
    trips = {mutation.trips for mutation in made if isinstance(mutation, LoopBlock)}
    assert len(trips) > 2
    assert trips <= set(range(1, MOST_TRIPS + 1))


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(LoopBlock, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)
