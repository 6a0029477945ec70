from __future__ import annotations

import struct
import tracemalloc

import pytest
from helpers.spirv_synthesis import Synthesis
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import MalformedAssembly
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble, disassemble


def words(data: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def assembled(text: str) -> bytes | MalformedAssembly:
    try:
        return assemble(text)
    except MalformedAssembly as error:
        return error


def test_header() -> None:
    assert words(assemble("%7 = OpTypeVoid", (1, 3))) == [
        0x07230203,
        0x10300,
        7 << 16,
        8,
        0,
        2 << 16 | 19,
        7,
    ]


def test_names_fill_the_gaps_between_numbers() -> None:
    data = assemble("%void = OpTypeVoid %1 = OpTypeBool %other = OpTypeSampler")
    assert words(data)[3] == 4
    assert [words(data)[at] for at in (6, 8, 10)] == [2, 1, 3]


def test_numbers_as_names() -> None:
    data = assemble("%9 = OpTypeVoid %8 = OpTypeBool", preserve_numeric_ids=False)
    assert words(data)[5:] == [2 << 16 | opcodes.OpTypeVoid, 1, 2 << 16 | opcodes.OpTypeBool, 2]


def test_mask_parameters_follow_the_bits() -> None:
    data = assemble("OpLoopMerge %1 %2 MaxIterations|MinIterations 3 4")
    assert words(data)[5:] == [6 << 16 | opcodes.OpLoopMerge, 1, 2, 0x30, 3, 4]


def test_switch_literals_have_the_width_of_the_selector() -> None:
    data = assemble("%1 = OpTypeInt 64 1 %2 = OpUndef %1 OpSwitch %2 %3 -1 %4")
    assert words(data)[-6:] == [6 << 16 | opcodes.OpSwitch, 2, 3, 0xFFFFFFFF, 0xFFFFFFFF, 4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("OpNothing", "line 1, column 1: expected the name of an instruction, came 'OpNothing'"),
        (
            '%1 = OpTypeVoid\n  OpName 1 "x"',
            "line 2, column 10: expected an id such as %12 or %name, came '1'",
        ),
        (
            "%1 = OpTypeInt 32",
            "expected an operand of kind LiteralInteger for OpTypeInt, came the end of the text",
        ),
        (
            "OpReturn %1",
            "line 1, column 10: expected the next instruction after OpReturn, came '%1'",
        ),
        ("OpIAdd %1 %2 %3", "expected a result id"),
        ("%1 = OpReturn", "expected an instruction with a result"),
        ("%1 OpReturn", "expected '='"),
        (
            "%1 = OpTypeInt 8 0 %2 = OpConstant %1 256",
            "column 39: expected a literal that fits unsigned 8-bit integer",
        ),
        (
            "%2 = OpConstant %1 2",
            "expected the result type of OpConstant to be a declared scalar number type",
        ),
        ("OpCapability Magic", "expected an enumerant of Capability, came 'Magic'"),
        ('OpName %1 "open', "column 11: expected a closed string"),
        ("%2 = OpExtInst %3 %4 Sin %5", "expected an extended instruction set imported before"),
    ],
)
def test_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(MalformedAssembly) as caught:
        assemble(text)
    assert message in str(caught.value)


def test_too_long_an_instruction() -> None:
    with pytest.raises(MalformedAssembly, match="at most 65535 words"):
        assemble("%1 = OpTypeStruct" + " %2" * 65534)


@given(st.text(alphabet='%OpNameTypeInt=12 "\\\n;|-.x', max_size=60))
def test_garbage_assembles_or_is_refused(text: str) -> None:
    outcome = assembled(text)
    if isinstance(outcome, bytes):
        assert outcome[20:] == assemble(disassemble(outcome))[20:]
    else:
        assert outcome.message.startswith("expected")


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_text_of_every_instruction_gives_the_same_words(seed: int) -> None:
    data = Synthesis(seed).module()
    assert assemble(disassemble(data), (1, 6))[20:] == data[20:]


def test_a_word_of_megabytes_is_quoted_in_part_and_takes_little_memory() -> None:
    text = "OpCapability Shader\n" + "a" * 4_000_000
    tracemalloc.start()
    try:
        with pytest.raises(MalformedAssembly, match=r"came 'a{60}' and 3999940 characters more"):
            assemble(text)
        assert tracemalloc.get_traced_memory()[1] < 5 * len(text)
    finally:
        tracemalloc.stop()
