from __future__ import annotations

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, TINY, compared

from aberration.languages.c.expressions import Binary, Literal, Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.change import Object, Shown
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.alias_block import AliasBlock
from aberration.methods.emi.mutations.true_block import TrueBlock

G = Object("g", INT, "int")
FOLLOWED = Read("(*p)", INT)
KNOWN = Knowledge((G.read,), ((3,),))
VALUE = Binary("+", FOLLOWED, Literal(4, INT))
SHOWN = Shown("if", compared("(*p)", 3), FOLLOWED)
BLOCK = AliasBlock(0, "0", "p", G, "pointer", "pointer", "name", VALUE, SHOWN, KNOWN)


def test_text() -> None:
    inserted = (
        "{ int live_0_0 = g; if (p == &g) { live_0_0 = (*p); (*p) = ((*p) + 4); "
        'if (((*p) == 3)) { printf("%ld\\n", (long)(*p)); } } g = live_0_0; }\n'
    )
    assert emi.variant(TINY, [BLOCK]) == emi.tiny_with(inserted)
    emi.assert_sound(TINY, [BLOCK])


@pytest.mark.parametrize(
    "sides", [("name", "pointer", "pointer"), ("pointer", "name", "pointer"), ("name",) * 3]
)
def test_each_side_may_be_taken(sides: tuple[str, str, str]) -> None:
    save, store, restore = sides
    emi.assert_sound(
        TINY, [msgspec.structs.replace(BLOCK, save=save, store=store, restore=restore)]
    )


def test_a_pointer_that_points_elsewhere_is_noticed() -> None:
    other = Object("other", INT, "int")
    assert emi.aborts(TINY, msgspec.structs.replace(BLOCK, object=other, knowledge=Knowledge()))


def test_what_is_taken_for_granted_is_checked() -> None:
    assert emi.aborts(
        TINY, msgspec.structs.replace(BLOCK, knowledge=Knowledge(KNOWN.reads, ((4,),)))
    )
    shown = Shown("while", compared("g", 7), G.read)
    assert emi.aborts(TINY, msgspec.structs.replace(BLOCK, shown=shown))
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(AliasBlock, BUSY, 3))


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, BLOCK)
    assert not emi.is_applicable(TINY, msgspec.structs.replace(BLOCK, pointer="nowhere"))
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(BLOCK, object=Object("nowhere", INT, "int"))
    )
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(BLOCK, value=Read("(*nowhere)", INT))
    )
    emi.assert_garbage_is_refused(BLOCK)


def test_none_where_pointers_are_moved_past_objects() -> None:
    """Equal addresses prove nothing there."""
    text = TINY.replace("    g += 1;", "    int *q = &g + 1;\n    g += q == p;\n    g += 1;")
    assert emi.source_of(text).pointer_arithmetic
    assert all(not environment.aliases for environment in emi.profiled(text).environments.values())
    assert any(environment.aliases for environment in emi.profiled(TINY).environments.values())


def test_none_where_the_type_is_another() -> None:
    """`long long` is no `long` to the rules of aliasing (C11 6.5 paragraph 7), though both have
    64 bits.
    """
    text = (
        TINY.replace("int *p", "long *p")
        .replace("int g", "long g")
        .replace("int other", "long long other")
    )
    text = text.replace("%d %d", "%ld %lld").replace("return *p", "return (int)*p")
    aliases = [alias for each in emi.profiled(text).environments.values() for alias in each.aliases]
    assert {alias.place.text for alias in aliases} == {"g"}


def test_the_smallest_is_a_block_without_the_pointer() -> None:
    first = next(iter(BLOCK.smaller()))
    assert isinstance(first, TrueBlock)
    assert "p" not in first.names()
    emi.assert_sound(TINY, [first])


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(AliasBlock, BUSY, 12)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(AliasBlock, BUSY, 12) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(AliasBlock, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)
