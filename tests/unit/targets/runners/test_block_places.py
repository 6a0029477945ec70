"""Which uniforms lie in which block."""

from __future__ import annotations

import pytest

from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.program import Program
from aberration.targets.runners.block_places import (
    Block,
    Member,
    heads,
    lie_in,
    stated_bindings,
    with_moved_uniforms,
)

BLOCK = Block("Colours", (1, 2), (Member("red", 0), Member("s.green", 16)))


def free(name: str, offset: int = 0) -> Uniform:
    return Uniform(name, b"abcd", UNBOUND, offset=offset)


def held(*uniforms: Uniform, stated: str = "") -> list[tuple[str, int, int, int]]:
    found = lie_in(BLOCK, Inputs(uniforms), frozenset([stated]))
    return [(one.name, one.descriptor_set, one.binding, one.offset) for one in found]


def test_members_lie_at_their_offsets_by_name() -> None:
    assert held(free("red"), free("s.green"), free("blue")) == [
        ("red", 1, 2, 0),
        ("s.green", 1, 2, 16),
    ]


def test_a_whole_block_has_the_blocks_name() -> None:
    assert held(free("Colours", offset=4)) == [("Colours", 1, 2, 4)]


def test_a_place_counts_where_the_text_states_it() -> None:
    there = Uniform("other", b"abcd", 2, 1, offset=8)
    assert held(there, stated="Colours") == [("other", 1, 2, 8)]
    assert held(there, stated="Colour") == []
    assert held(Uniform("other", b"abcd", 2, 0), stated="Colours") == []
    assert held(Uniform("other", b"abcd", 2, 1, push_constant=True), stated="Colours") == []


def test_the_place_goes_first_where_the_text_states_it() -> None:
    uniforms = (Uniform("red", b"abcd", 0, 0), Uniform("other", b"abcd", 2, 1))
    assert [one[0] for one in held(*uniforms, stated="Colours")] == ["other"]
    assert [one[0] for one in held(*uniforms)] == ["red"]
    assert [one[0] for one in held(uniforms[0], stated="Colours")] == ["red"]


def test_a_block_that_lost_its_name_has_its_place_alone() -> None:
    there, named = Uniform("x", b"abcd", 2, 1), free("")
    assert lie_in(Block("", (1, 2), ()), Inputs((named, there)), frozenset()) == (there,)


def test_what_names_no_binding_is_at_no_place() -> None:
    block = Block("B", (0, 0), ())
    assert lie_in(block, Inputs((free("loose"),)), frozenset("B")) == ()


def test_moved_inputs_keep_push_constants_and_all_else() -> None:
    pushed = Uniform("p", b"abcd", push_constant=True, offset=4)
    inputs = with_moved_uniforms(
        [BLOCK], Inputs((free("red"), pushed, free("nowhere")), width=9), frozenset()
    )
    assert inputs == Inputs((Uniform("red", b"abcd", 2, 1), pushed), width=9)


@pytest.mark.parametrize(
    ("text", "uniform", "storage"),
    [
        ("layout(binding = 3) uniform B { int a; };", {"B"}, 0),
        ("layout(std140, binding=0) uniform B { int a; } b;", {"B"}, 0),
        ("uniform layout(binding = 1) B { int a; };", {"B"}, 0),
        ("#define X { binding \\\n }\nuniform B { int a; }; // binding = 3", set(), 0),
        ("uniform B { int bindings; }; layout(binding = 1) uniform C { int c; };", {"C"}, 0),
        ("layout(std430, binding = 1) readonly buffer S { int a[]; };", set(), 1),
        ("buffer S { int a[]; }; layout(binding = 2) coherent buffer T { int b[]; };", set(), 1),
        ("layout(binding = 1) uniform sampler2D s; uniform B { int a; };", set(), 0),
    ],
)
def test_a_text_states_bindings_or_not(text: str, uniform: set[str], storage: int) -> None:
    stated = stated_bindings(Program("glsl", "fragment", text.encode()))
    assert (set(stated.uniform), stated.storage) == (uniform, storage)


def test_an_element_of_an_array_is_stated_where_its_array_is() -> None:
    stated = frozenset(("B",))
    assert Block("B[1]", (0, 3), ()).is_among(stated)
    assert Block("B", (0, 3), ()).is_among(stated)
    assert not Block("C[1]", (0, 3), ()).is_among(stated)
    inputs = Inputs((Uniform("x", b"1234", 3), Uniform("y", b"5678", 2)))
    assert [one.name for one in lie_in(Block("B[1]", (0, 3), ()), inputs, stated)] == ["x"]


def test_heads_stand_before_braces_and_long_texts_without_one_are_read_once() -> None:
    words = heads(b"uniform A { int a; } b; void f() { if (x) { } }")
    assert words == [[b"uniform", b"A"], [b"void", b"f"], [b"if", b"x"]]
    assert heads(b" " * 3_000_000 + b"struct S {") == [[b"struct", b"S"]]
    assert heads(b"int x = 1" * 300_000) == []
