from __future__ import annotations

import struct

import pytest
from helpers.corpus import all_modules
from helpers.spirv_synthesis import Synthesis, instruction
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import MalformedModule
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble, disassemble

CORPUS = dict(all_modules())
HEADER = [0x07230203, 0x10000, 0, 100, 0]


def module(*words: int, order: str = "<") -> bytes:
    return struct.pack(f"{order}{len(HEADER) + len(words)}I", *HEADER, *words)


def disassembled(data: bytes) -> str | MalformedModule:
    try:
        return disassemble(data)
    except MalformedModule as error:
        return error


def test_lines() -> None:
    data = module(
        *instruction(opcodes.OpTypeInt, 1, 32, 1),
        *instruction(opcodes.OpConstant, 1, 2, 0xFFFFFFFF),
        *instruction(opcodes.OpName, 2, 0x5C22),
    )
    assert disassemble(data) == '%1 = OpTypeInt 32 1\n%2 = OpConstant %1 -1\nOpName %2 "\\"\\\\"\n'


def test_other_byte_order() -> None:
    assert (
        disassemble(module(*instruction(opcodes.OpTypeVoid, 3), order=">")) == "%3 = OpTypeVoid\n"
    )


def test_objects_that_write_themselves() -> None:
    class Written:
        def to_bytes(self) -> bytes:
            return module(*instruction(opcodes.OpTypeVoid, 3))

    assert disassemble(Written()) == "%3 = OpTypeVoid\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([0], "word 5: expected an instruction within the module"),
        ([9 << 16 | 19, 1], "a length of 9 words"),
        ([1 << 16 | 8000], "expected an opcode of the grammar, came 8000"),
        ([1 << 16 | opcodes.OpTypeVoid], "OpTypeVoid: expected another operand"),
        (
            [3 << 16 | opcodes.OpTypeVoid, 1, 2],
            "expected the end of the instruction, came 1 more words",
        ),
        (
            [2 << 16 | opcodes.OpCapability, 0xFFFF],
            "expected an enumerant of Capability, came 0xffff",
        ),
        ([4 << 16 | opcodes.OpConstant, 1, 2, 3], "expected a number of a declared scalar type"),
        (
            [4 << 16 | opcodes.OpSpecConstantOp, 1, 2, opcodes.OpLoad],
            "expected an opcode that a constant may compute",
        ),
        (
            [5 << 16 | opcodes.OpExtInst, 1, 2, 3, 4],
            "expected an imported extended instruction set, came %3",
        ),
        ([3 << 16 | opcodes.OpName, 1, 0x41414141], "OpName: expected another operand"),
    ],
)
def test_errors_say_where(words: list[int], message: str) -> None:
    with pytest.raises(MalformedModule) as caught:
        disassemble(module(*words))
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"\3\2\x23\7", bytes(20), module()[:-1]])
def test_what_is_no_module(data: bytes) -> None:
    with pytest.raises(MalformedModule, match="word 0"):
        disassemble(data)


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_round_trip(name: str) -> None:
    assert assemble(disassemble(CORPUS[name]))[20:] == CORPUS[name][20:]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 2**32 - 1)), min_size=1, max_size=4))
def test_damaged_modules_are_read_or_refused(changes: list[tuple[int, int]]) -> None:
    words = list(struct.unpack("<1000I", Synthesis(1).module()[:4000]))
    for offset, word in changes:
        words[5 + offset] = word
    outcome = disassembled(struct.pack("<1000I", *words))
    if isinstance(outcome, str):
        assert outcome
    else:
        assert outcome.where.startswith("word ")
