from __future__ import annotations

import msgspec
from helpers import emi
from helpers.emi import BUSY, FALSE, TINY, TRUE, compared

from aberration.languages.c.expressions import Binary, Literal, Read
from aberration.languages.c.integers import INT, LONG
from aberration.methods.emi.change import Object, Shown
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.call_block import CallBlock, Parameter
from aberration.methods.emi.mutations.true_block import TrueBlock

G = Object("g", INT, "int")
OTHER = Read("other", INT)
KNOWN = Knowledge((G.read, OTHER), ((3, 5),))
TAKES = (Parameter("in_6_0", OTHER),)
VALUE = Binary("*", Read("in_6_0", INT), Literal(2, INT))
BLOCK = CallBlock(6, "0", "value", G, TAKES, compared("in_6_0", 5), VALUE, False, None, KNOWN)
THROUGH = msgspec.structs.replace(
    BLOCK, form="pointer", noinline=True, shown=Shown("if", compared("g", 3), G.read)
)


def with_function(function: str, block: str) -> str:
    return emi.tiny_with(block).replace("int main", function + "int main")


def test_text_of_a_call_for_its_value() -> None:
    function = (
        "static int live_6(int in_6_0) { if ((in_6_0 == 5)) { return (in_6_0 * 2); } return 0; }\n"
    )
    block = "{ int live_6_0 = g; g = live_6(other);  g = live_6_0; }\n"
    assert emi.variant(TINY, [BLOCK]) == with_function(function, block)
    emi.assert_sound(TINY, [BLOCK])


def test_text_of_a_call_with_a_pointer() -> None:
    function = (
        "static __attribute__((noinline)) void live_6(int *to, int in_6_0) "
        "{ if ((in_6_0 == 5)) { *to = (in_6_0 * 2); } else { *to ^= 1; } }\n"
    )
    block = (
        '{ int live_6_0 = g; live_6(&g, other); if ((g == 3)) { printf("%ld\\n", (long)g); '
        "} g = live_6_0; }\n"
    )
    assert emi.variant(TINY, [THROUGH]) == with_function(function, block)
    emi.assert_sound(TINY, [THROUGH])


def test_without_parameters() -> None:
    bare = msgspec.structs.replace(BLOCK, parameters=(), guard=TRUE, value=Literal(9, INT))
    assert "static int live_6(void) {" in emi.variant(TINY, [bare])
    emi.assert_sound(TINY, [bare, msgspec.structs.replace(bare, number=7, form="pointer")])


def test_the_pointer_has_the_very_type_of_the_object() -> None:
    """A `long *` to a `long long` would break the rules of aliasing (C11 6.5 paragraph 7)."""
    text = (
        TINY.replace("int g", "long long g")
        .replace("int *p", "long long *p")
        .replace("%d %d", "%lld %d")
    )
    text = text.replace("return *p", "return (int)*p")
    wide = Object("g", LONG, "long long")
    made = emi.variant(
        text, [msgspec.structs.replace(THROUGH, object=wide, shown=None, knowledge=Knowledge())]
    )
    assert "live_6(long long *to, int in_6_0)" in made
    assert emi.outcome(made) == emi.reference(text)
    plain = Object("g", LONG, "char")
    assert "live_6(char *to," in emi.variant(
        TINY, [msgspec.structs.replace(THROUGH, object=plain, shown=None)]
    )


def test_pointers_are_made_for_compilers_that_are_strict() -> None:
    """Newer compilers refuse a pointer of another type."""
    text = (
        BUSY.replace("unsigned char h", "char h")
        .replace("h = 250", "h = 50")
        .replace("(unsigned char)(h + 1)", "(char)(h ^ 1)")
    )
    strict = ("-O0", "-Werror=incompatible-pointer-types", "-Werror=pointer-sign")
    made = [
        each
        for each in emi.drawn(CallBlock, text, 24)
        if isinstance(each, CallBlock) and each.form == "pointer"
    ]
    assert {"char", "long long"} <= {each.object.declared for each in made}
    assert emi.outcome(emi.variant(text, made), "gcc", strict) == emi.reference(text)


def test_what_runs_otherwise_is_noticed() -> None:
    for block in (BLOCK, THROUGH):
        assert not emi.aborts(TINY, block)
        assert emi.aborts(TINY, msgspec.structs.replace(block, guard=FALSE))
        assert emi.aborts(
            TINY, msgspec.structs.replace(block, knowledge=Knowledge(KNOWN.reads, ((3, 6),)))
        )
        assert emi.aborts(
            TINY, msgspec.structs.replace(block, shown=Shown("if", compared("g", 10), G.read))
        )
    emi.assert_wrong_knowledge_aborts(BUSY, emi.drawn(CallBlock, BUSY, 4))


def test_names_must_be_in_scope() -> None:
    assert emi.is_applicable(TINY, BLOCK)
    assert not emi.is_applicable(
        TINY, msgspec.structs.replace(BLOCK, object=Object("nowhere", INT, "int"))
    )
    lost = (Parameter("in_6_0", Read("nowhere", INT)),)
    assert not emi.is_applicable(TINY, msgspec.structs.replace(BLOCK, parameters=lost))
    emi.assert_garbage_is_refused(BLOCK)


def test_the_smallest_is_a_block_without_the_call() -> None:
    first = next(iter(BLOCK.smaller()))
    assert isinstance(first, TrueBlock)
    assert first.changes[0].value == Binary("*", OTHER, Literal(2, INT))
    emi.assert_sound(TINY, [first])


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(CallBlock, BUSY, 16)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(CallBlock, BUSY, 16) == made
    assert {mutation.form for mutation in made if isinstance(mutation, CallBlock)} == {
        "value",
        "pointer",
    }


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(CallBlock, BUSY, 8)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made[:3]:
        emi.assert_shrinking_ends(BUSY, mutation)
