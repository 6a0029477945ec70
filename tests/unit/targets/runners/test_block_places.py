"""Which uniforms lie in which block."""

from __future__ import annotations

import pytest

from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.program import Program
from aberration.targets.runners.block_places import Block, Member, lie_in, moved, states_bindings

BLOCK = Block("Colours", (1, 2), (Member("red", 0), Member("s.green", 16)))


def free(name: str, offset: int = 0) -> Uniform:
    return Uniform(name, b"abcd", UNBOUND, offset=offset)


def held(*uniforms: Uniform, by_place: bool = False) -> list[tuple[str, int, int, int]]:
    found = lie_in(BLOCK, Inputs(uniforms), by_place=by_place)
    return [(one.name, one.descriptor_set, one.binding, one.offset) for one in found]


def test_members_lie_at_their_offsets_by_name() -> None:
    assert held(free("red"), free("s.green"), free("blue")) == [("red", 1, 2, 0), ("s.green", 1, 2, 16)]


def test_a_whole_block_has_the_blocks_name() -> None:
    assert held(free("Colours", offset=4)) == [("Colours", 1, 2, 4)]


def test_a_place_counts_where_no_name_does() -> None:
    assert held(Uniform("other", b"abcd", 2, 1, offset=8)) == [("other", 1, 2, 8)]
    assert held(Uniform("other", b"abcd", 2, 0)) == []
    assert held(Uniform("other", b"abcd", 2, 1, push_constant=True)) == []


def test_the_place_goes_first_where_the_program_states_it() -> None:
    uniforms = (Uniform("red", b"abcd", 0, 0), Uniform("other", b"abcd", 2, 1))
    assert [one[0] for one in held(*uniforms, by_place=True)] == ["other"]
    assert [one[0] for one in held(*uniforms, by_place=False)] == ["red"]


def test_what_names_no_binding_is_at_no_place() -> None:
    block = Block("B", (0, 0), ())
    assert lie_in(block, Inputs((free("loose"),)), by_place=True) == ()


def test_moved_inputs_keep_push_constants_and_all_else() -> None:
    pushed = Uniform("p", b"abcd", push_constant=True, offset=4)
    inputs = moved([BLOCK], Inputs((free("red"), pushed, free("nowhere")), width=9), by_place=False)
    assert inputs == Inputs((Uniform("red", b"abcd", 2, 1), pushed), width=9)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (b"layout(binding = 3) uniform B { int a; };", True),
        (b"layout(std140, binding=0) uniform B { int a; };", True),
        (b"uniform B { int a; }; // binding = 3", False),
        (b"uniform B { int bindings; };", False),
    ],
)
def test_a_text_states_bindings_or_not(text: bytes, stated: bool) -> None:
    assert states_bindings(Program("glsl", "fragment", text)) is stated
