from __future__ import annotations

import struct

import pytest
from helpers.corpus import programs
from helpers.transform import HEAD, INPUTS, MAIN, TAIL, ident, numbered

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import validate
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.method import parse_module

DECORATIONS = """
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpMemberDecorate %block 1 Offset 8
    OpMemberDecorate %block 2 Offset 16
"""
PLACE = "OpDecorate %known DescriptorSet 1\nOpDecorate %known Binding 2\n"
GLOBALS = """
    %block = OpTypeStruct %int %float %v2float
    %pointer = OpTypePointer Uniform %block
    %known = OpVariable %pointer Uniform
"""
SEVEN = struct.pack("<i", 7)
HALF = struct.pack("<f", 0.5)


def given(
    decorations: str = DECORATIONS + PLACE,
    globals_: str = GLOBALS,
    version: tuple[int, int] = (1, 3),
    listed: str = "",
) -> Module:
    """Return a module whose only uniform lies at set 1, binding 2."""
    head, types = HEAD.split("%void = OpTypeVoid", 1)
    head = head.replace("%out_color\n", f"%out_color {listed}\n", 1)
    text = f"{head}{decorations}\n%void = OpTypeVoid{types}{globals_}{MAIN}{INPUTS}{TAIL}"
    return Module.parse(assemble(numbered(text), version))


def learnt(
    module: Module, *uniforms: Uniform, buffers: tuple[Buffer, ...] = ()
) -> dict[tuple[int, ...], int]:
    learn_uniforms(module, Inputs(uniforms, buffers))
    values = module.facts.uniforms.values
    assert {value.variable for value in values} <= {ident("%known")}
    return {value.path: value.word for value in values}


def bits(value: float) -> int:
    return int.from_bytes(struct.pack("<f", value), "little")


def at(data: bytes, offset: int = 0, descriptor_set: int = 1, binding: int = 2) -> Uniform:
    return Uniform("u", data, binding, descriptor_set, offset=offset)


def test_values_lie_at_the_offsets_of_their_members() -> None:
    module = given()
    assert validate(module.to_bytes()) is None
    data = SEVEN + bytes(4) + HALF + bytes(4) + struct.pack("<ff", 2.0, -0.0)
    assert learnt(module, at(data)) == {
        (0,): 7,
        (1,): bits(0.5),
        (2, 0): bits(2.0),
        (2, 1): 0x80000000,
    }


def test_only_what_the_inputs_cover_is_known() -> None:
    assert learnt(given(), at(SEVEN)) == {(0,): 7}
    assert learnt(given(), at(SEVEN + bytes(4) + HALF[:3])) == {(0,): 7}
    assert learnt(given(), at(HALF, 8)) == {(1,): bits(0.5)}
    assert learnt(given(), at(SEVEN), at(HALF, 8)) == {(0,): 7, (1,): bits(0.5)}
    assert learnt(given(), at(SEVEN), at(b"\1\0\0\0")) == {(0,): 1}
    assert learnt(given()) == {}


@pytest.mark.parametrize("value", [1e-40, float("inf"), -float("inf"), float("nan")])
def test_floats_that_need_not_keep_their_bits_are_unknown(value: float) -> None:
    assert learnt(given(), at(struct.pack("<f", value), 8)) == {}


@pytest.mark.parametrize(
    "uniform",
    [
        at(SEVEN, binding=1),
        at(SEVEN, descriptor_set=0),
        Uniform("p", SEVEN, 2, 1, push_constant=True),
    ],
)
def test_other_places_say_nothing(uniform: Uniform) -> None:
    assert learnt(given(), uniform) == {}


def test_a_storage_buffer_at_the_place_takes_precedence() -> None:
    assert learnt(given(), at(SEVEN), buffers=(Buffer(2, HALF * 8, (), 1),)) == {}
    assert learnt(given(), at(SEVEN), buffers=(Buffer(3, HALF * 8, (), 1),)) == {(0,): 7}


def test_push_constants_are_read_at_their_offsets() -> None:
    globals_ = GLOBALS.replace("Uniform", "PushConstant")
    module = given(DECORATIONS, globals_)
    assert validate(module.to_bytes()) is None
    pushed = [
        Uniform("a", SEVEN, push_constant=True),
        Uniform("b", HALF, push_constant=True, offset=8),
    ]
    assert learnt(module, *pushed, at(HALF * 6)) == {(0,): 7, (1,): bits(0.5)}


def test_two_variables_of_one_place_are_left_out() -> None:
    decorations = PLACE + PLACE.replace("%known", "%twin") + DECORATIONS
    assert (
        learnt(given(decorations, GLOBALS + "%twin = OpVariable %pointer Uniform\n"), at(SEVEN))
        == {}
    )


def test_what_can_be_written_is_unknown() -> None:
    assert learnt(given(DECORATIONS.replace("Block", "BufferBlock") + PLACE), at(SEVEN)) == {}
    storage = GLOBALS.replace("Uniform", "StorageBuffer")
    assert learnt(given(globals_=storage), at(SEVEN)) == {}


def test_without_a_place_or_in_an_array_of_blocks_nothing_is_known() -> None:
    assert learnt(given(DECORATIONS), at(SEVEN), at(SEVEN, 0, 0, 0)) == {}
    assert learnt(given(DECORATIONS + "OpDecorate %known Binding 2"), at(SEVEN, 0, 0, 2)) == {}
    several = GLOBALS.replace("Uniform %block", "Uniform %blocks").replace(
        "%pointer =", "%blocks = OpTypeArray %block %uint_3\n%pointer ="
    )
    assert learnt(given(globals_=several), at(SEVEN)) == {}


def test_since_1_4_the_entry_point_has_to_list_the_variable() -> None:
    listed = given(version=(1, 4), listed="%known")
    assert validate(listed.to_bytes(), "vulkan1.2") is None
    assert learnt(listed, at(SEVEN)) == {(0,): 7}
    assert learnt(given(version=(1, 4)), at(SEVEN)) == {}


def test_the_seeds_of_the_corpus_know_their_uniforms() -> None:
    known = 0
    for program in programs("references"):
        module = parse_module(program)
        words = struct.unpack(f"<{len(program.source) // 4}I", program.source)
        known += len(module.facts.uniforms.values)
        for value in module.facts.uniforms.values:
            assert value.variable in words
            data = b"".join(uniform.data for uniform in program.inputs.uniforms)
            assert value.word.to_bytes(4, "little") in data
    assert known > 100
