from __future__ import annotations

import struct

import pytest
from helpers.proved import proved
from helpers.transform import expect, ident, refuse, soundness
from helpers.uniform_modules import at, uniform_module

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.transformations.move_uniform_members import MoveUniformMembers

DECORATIONS = """
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 8
    OpMemberDecorate %block 2 Offset 16
    OpMemberDecorate %block 2 ColMajor
    OpMemberDecorate %block 2 MatrixStride 16
    OpMemberDecorate %block 3 Offset 48
    OpDecorate %row ArrayStride 16
"""
TYPES = """
    %matrix = OpTypeMatrix %v2float 2
    %row = OpTypeArray %uint %uint_3
    %block = OpTypeStruct %int %v2float %matrix %row
"""
SEVEN = struct.pack("<i", 7)
PAIR = struct.pack("<ff", 0.5, -2.0)
COLUMNS = (struct.pack("<ff", 1.0, 2.0), struct.pack("<ff", 3.0, 4.0))
NUMBERS = (struct.pack("<I", 10), struct.pack("<I", 20), struct.pack("<I", 30))
GAP = b"\x5a"
DATA = (
    SEVEN
    + bytes(4)
    + PAIR
    + b"".join(one + bytes(8) for one in COLUMNS)
    + b"".join(one + bytes(12) for one in NUMBERS)
)
OTHER = Uniform("other", b"1234", 0, 0)
MOVED = (24, 0, 48, 96)


def given(*uniforms: Uniform, types: str = TYPES, decorations: str = DECORATIONS) -> Module:
    return uniform_module(decorations, types, *(uniforms or (OTHER, at(DATA))))


def step(*offsets: int, name: str = "%block") -> MoveUniformMembers:
    return MoveUniformMembers(ident(name), offsets or MOVED)


def test_the_members_lie_elsewhere_and_their_bytes_with_them() -> None:
    lines = [f"OpMemberDecorate %block {k} Offset {offset}" for k, offset in enumerate(MOVED)]
    module = expect(given(), step(), *lines)
    wanted = (
        PAIR
        + GAP * 16
        + SEVEN
        + GAP * 20
        + b"".join(one + GAP * 8 for one in COLUMNS)
        + GAP * 16
        + (GAP * 12).join(NUMBERS)
    )
    assert module.facts.given_uniforms == (OTHER, Uniform("u0", wanted, 2, 1))
    assert module.facts.copy().given_uniforms == module.facts.given_uniforms


def test_uniforms_of_one_block_become_one() -> None:
    rest = at(DATA[16:], 16)
    module = given(at(DATA[:16]), OTHER, rest)
    expect(module, step(0, 8, 16, 64), "OpMemberDecorate %block 3 Offset 64")
    first, second = module.facts.given_uniforms or ()
    assert (first.name, first.offset, second) == ("u0", 0, OTHER)
    assert first.data == SEVEN + GAP * 4 + PAIR + b"".join(
        one + GAP * 8 for one in COLUMNS
    ) + GAP * 16 + (GAP * 12).join(NUMBERS)


def test_values_that_are_known_stay_known() -> None:
    module = given()
    known = {(one.path, one.word) for one in module.facts.uniforms.values}
    step().apply(module)
    again = Module.parse(module.to_bytes())
    uniforms = module.facts.given_uniforms
    assert uniforms is not None
    learn_uniforms(again, Inputs(uniforms))
    assert {(one.path, one.word) for one in again.facts.uniforms.values} == known
    assert len(known) == 10


@pytest.mark.parametrize(
    ("reason", "offsets"),
    [
        ("they lie there already", (0, 8, 16, 48)),
        ("two members overlap", (0, 0, 16, 48)),
        ("a vector of two is aligned to 8 bytes", (0, 4, 16, 48)),
        ("a matrix is aligned to 16 bytes", (0, 8, 24, 64)),
        ("an array is aligned to 16 bytes", (0, 8, 16, 52)),
        ("an array lies in the end of a matrix", (0, 8, 16, 32)),
        ("nothing lies where an array is filled up", (124, 0, 16, 80)),
        ("a member has no offset", (0, 8, 16)),
        ("an offset is below 0", (-16, 8, 16, 48)),
        ("a block is not so large", (0, 8, 16, 4064)),
    ],
)
def test_refuses_other_offsets(reason: str, offsets: tuple[int, ...]) -> None:
    refuse(given(), step(*offsets), reason)


TWICE = TYPES + "%again_pointer = OpTypePointer Uniform %block\n"
USES = {
    "another variable has it": TWICE + "%again = OpVariable %again_pointer Uniform\n",
    "an array has it": TYPES + "%blocks = OpTypeArray %block %uint_3\n",
    "it is local, too": TYPES + "%local_block = OpTypePointer Function %block\n",
}


@pytest.mark.parametrize("reason", USES)
def test_refuses_a_type_with_another_use(reason: str) -> None:
    module = uniform_module(DECORATIONS, USES[reason], OTHER, at(DATA), valid=False)
    refuse_alone(module, reason)


def refuse_alone(module: Module, reason: str) -> None:
    before = module.to_bytes()
    assert not step().is_applicable(module), reason
    assert module.to_bytes() == before


@pytest.mark.parametrize(
    ("reason", "uniforms"),
    [
        ("a byte is not given", (at(DATA[:-13]),)),
        ("nothing is given", (OTHER,)),
        ("another place is given", (at(DATA, binding=1),)),
    ],
)
def test_refuses_bytes_that_are_not_given(reason: str, uniforms: tuple[Uniform, ...]) -> None:
    refuse(given(*uniforms), step(), reason)


def test_refuses_what_is_no_uniform_block() -> None:
    refuse(given(), step(name="%row"), "that is no structure")
    refuse(given(), step(name="%no_such_type"), "there is no such type")
    module = given()
    module.facts.given_uniforms = None
    refuse(module, step(), "the inputs are not known")


LARGE = TYPES.replace("%uint_3\n", "%uint_17\n").replace(
    "%row =", "%uint_17 = OpConstant %uint 17\n%row ="
)


def test_refuses_arrays_that_are_not_looked_at_whole() -> None:
    refuse(given(at(DATA + bytes(400)), types=LARGE), step(), "it has 17 elements")


test_sound = soundness(MoveUniformMembers)
test_proved = proved(MoveUniformMembers)
