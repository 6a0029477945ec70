from array import array
from collections.abc import Callable
from itertools import pairwise

import pytest
from helpers.corpus import all_modules
from helpers.small_modules import DIAMOND, small_bytes
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import AberrationError, MalformedModule
from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.availability import available_at_use, available_before
from aberration.languages.spirv.binary import instruction_count
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place, can_replace
from aberration.languages.spirv.preamble import decorations

CORPUS = all_modules()
DIAMOND_BYTES = small_bytes(DIAMOND)
MIXED = assemble(
    """
    OpCapability Kernel
    OpCapability Addresses
    OpCapability Linkage
    OpCapability Int64
    %40 = OpExtInstImport "OpenCL.std"
    OpMemoryModel Physical64 OpenCL
    %41 = OpString "a.cl"
    OpModuleProcessed "nothing at all"
    %2 = OpTypeVoid
    OpLine %41 1 1
    %3 = OpTypeInt 64 0
    OpNoLine
    %4 = OpTypeFunction %2 %3
    OpLine %41 2 1
    %1 = OpFunction %2 None %4
    OpLine %41 2 9
    %5 = OpFunctionParameter %3
    OpLine %41 3 1
    %6 = OpLabel
    OpLine %41 4 1
    %7 = OpIAdd %3 %5 %5
    OpNoLine
    OpSwitch %7 %8 5000000000 %9 7 %8
    OpLine %41 5 1
    %9 = OpLabel
    OpBranch %8
    OpNoLine
    %8 = OpLabel
    OpReturn
    OpLine %41 6 1
    OpFunctionEnd
    OpNoLine
    """
)


def words(data: bytes) -> list[int]:
    return list(memoryview(data).cast("I"))


def packed(values: list[int]) -> bytes:
    return array("I", values).tobytes()


def starts(data: bytes) -> list[int]:
    """Return the word offsets of the instructions."""
    values = words(data)
    found = [5]
    while found[-1] < len(values):
        found.append(found[-1] + (values[found[-1]] >> 16))
    return found


def offset_of(data: bytes, op: int) -> int:
    return next(start for start in starts(data) if words(data)[start] & 0xFFFF == op)


def refused(data: bytes) -> str:
    with pytest.raises(MalformedModule) as caught:
        Module.parse(data)
    assert caught.value.where.startswith("word ")
    return str(caught.value)


@pytest.mark.parametrize(("name", "data"), CORPUS, ids=[name for name, _ in CORPUS])
def test_round_trip_of_the_corpus_is_byte_identical(name: str, data: bytes) -> None:
    module = Module.parse(data)
    assert module.to_bytes() == data, name
    assert contradictions(module) == []


def test_debug_lines_everywhere_and_a_kernel_survive() -> None:
    module = Module.parse(MIXED)
    assert module.to_bytes() == MIXED
    assert contradictions(module) == []
    assert [line.op for line in module.debug_lines[6]] == [opcodes.OpLine]
    assert len(module.users(41)) == 7


def test_a_switch_over_64_bits_names_its_labels_only() -> None:
    module = Module.parse(MIXED)
    (switch,) = module.by_opcode(opcodes.OpSwitch)
    assert module.operand_ids(switch) == [7, 8, 9, 8]
    assert module.successor_ids(switch) == [8, 9]


def test_a_module_without_functions_is_fine() -> None:
    data = assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeVoid")
    assert Module.parse(data).to_bytes() == data
    bare = data[:20]
    assert Module.parse(bare).to_bytes() == bare


def test_the_other_byte_order_is_converted() -> None:
    swapped = array("I", words(DIAMOND_BYTES))
    swapped.byteswap()
    assert Module.parse(swapped.tobytes()).to_bytes() == DIAMOND_BYTES


@pytest.mark.parametrize("length", [0, 3, 4, 19, 21, 23])
def test_a_length_that_is_no_module_is_refused(length: int) -> None:
    assert "multiple of 4 bytes" in refused(DIAMOND_BYTES[:length])


def test_a_wrong_magic_number_is_refused() -> None:
    assert "magic number" in refused(b"\0\0\0\0" + DIAMOND_BYTES[4:])


@pytest.mark.parametrize("bound", [0, 4194304, 0xFFFFFFFF])
def test_an_impossible_bound_is_refused_at_word_3(bound: int) -> None:
    values = words(DIAMOND_BYTES)
    values[3] = bound
    assert "word 3" in refused(packed(values))


def test_the_largest_bound_is_accepted() -> None:
    values = words(DIAMOND_BYTES)
    values[3] = 4194303
    assert Module.parse(packed(values)).fresh_id() == 4194303


def test_a_zero_word_count_is_refused_where_it_stands() -> None:
    values = words(DIAMOND_BYTES)
    at = starts(DIAMOND_BYTES)[7]
    values[at] &= 0xFFFF
    assert f"word {at}:" in refused(packed(values))


def test_a_count_beyond_the_end_is_refused() -> None:
    values = words(DIAMOND_BYTES)
    at = starts(DIAMOND_BYTES)[-2]
    values[at] |= 0x7FFF0000
    assert "runs beyond the end" in refused(packed(values))


@pytest.mark.parametrize("op", [0xFFFF, 8191, 9])
def test_an_unknown_opcode_is_refused(op: int) -> None:
    assert f"opcode {op}" in refused(DIAMOND_BYTES + packed([(1 << 16) | op]))


def test_missing_operands_are_refused() -> None:
    values = words(DIAMOND_BYTES)
    at = offset_of(DIAMOND_BYTES, opcodes.OpIAdd)
    shorter = [
        *values[:at],
        (4 << 16) | opcodes.OpIAdd,
        *values[at + 1 : at + 4],
        *values[at + 5 :],
    ]
    assert f"word {at}: OpIAdd needs at least 5 words, got 4" in refused(packed(shorter))


def without(op: int) -> bytes:
    values = words(DIAMOND_BYTES)
    at = offset_of(DIAMOND_BYTES, op)
    return packed(values[:at] + values[at + (values[at] >> 16) :])


@pytest.mark.parametrize(
    ("op", "message"),
    [
        (opcodes.OpFunctionEnd, "has no OpFunctionEnd"),
        (opcodes.OpReturn, "not closed by a terminator"),
        (opcodes.OpBranchConditional, "not closed by a terminator"),
        (opcodes.OpLabel, "stands outside of a block"),
        (opcodes.OpFunction, "OpLabel is out of place here"),
        (opcodes.OpTypeInt, "id 5 is used but nowhere defined"),
        (opcodes.OpTypeVoid, "nowhere defined"),
        (opcodes.OpConstantTrue, "nowhere defined"),
    ],
)
def test_a_missing_part_is_refused(op: int, message: str) -> None:
    assert message in refused(without(op))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "%23 = OpIAdd %5 %21 %11",
            "%25 = OpIAdd %5 %21 %11",
            "25 of OpIMul is 0 or defined before",
        ),
        ("%23 = OpIAdd %5 %21 %11", "%23 = OpIAdd %5 %21 %77", "id 77 is used but nowhere defined"),
        ("%23 = OpIAdd %5 %21 %11", "%23 = OpIAdd %11 %21 %11", "result type 11 is not a type"),
        (
            "OpBranchConditional %8 %22 %24",
            "OpBranchConditional %8 %22 %8",
            "names 8, which is not a block",
        ),
        (
            "OpSelectionMerge %26 None",
            "OpSelectionMerge %21 None",
            "names 21, which is not a block",
        ),
        ("%23 %22 %25 %24", "%23 %22 %25 %8", "names 8, which is not a block"),
        ("%23 %22 %25 %24", "%23 %22 %25", "odd number"),
        ("OpReturn", "OpBranch %60", "block 60 of another function"),
        ("OpReturn", "OpReturn\n%90 = OpIAdd %5 %10 %10", "OpIAdd stands outside of a block"),
        ("OpReturn", "%90 = OpTypeFloat 64\nOpReturn", "block 26 is not closed by a terminator"),
        ("OpReturn", "OpReturn\n%90 = OpFunctionParameter %5", "does not follow an OpFunction"),
        ("OpReturn", "OpReturn\n%90 = OpFunction %2 None %3", "has no OpFunctionEnd"),
        ("OpReturn", "OpReturn\nOpFunctionEnd\nOpFunctionEnd", "OpFunctionEnd without a function"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(old: str, new: str, message: str) -> None:
    other = "%61 = OpFunction %2 None %3\n%60 = OpLabel\nOpReturn\nOpFunctionEnd"
    assert old in DIAMOND
    try:
        data = small_bytes(DIAMOND.replace(old, new, 1), functions=other)
    except AberrationError:
        data = odd_phi()
    assert message in refused(data)


def odd_phi() -> bytes:
    """Return the diamond with the last operand of its OpPhi cut off, which no assembler writes."""
    values = words(DIAMOND_BYTES)
    at = offset_of(DIAMOND_BYTES, opcodes.OpPhi)
    return packed(
        [*values[:at], values[at] - (1 << 16), *values[at + 1 : at + 6], *values[at + 7 :]]
    )


def test_a_body_instruction_among_globals_is_refused() -> None:
    assert "OpIAdd is out of place here" in refused(
        small_bytes(DIAMOND, globals_="%90 = OpIAdd %5 %10 %11")
    )


def test_types_that_contain_each_other_are_refused() -> None:
    assert "before its declaration" in refused(
        small_bytes(DIAMOND, globals_="%90 = OpTypeStruct %91\n%91 = OpTypeStruct %90")
    )


def test_a_forward_pointer_is_fine() -> None:
    text = """
        OpCapability Addresses
        OpCapability Kernel
        OpCapability Linkage
        OpMemoryModel Physical64 OpenCL
        OpTypeForwardPointer %1 CrossWorkgroup
        %2 = OpTypeStruct %1
        %1 = OpTypePointer CrossWorkgroup %2
    """
    assert types.pointee(Module.parse(assemble(text)), 1) == 2


def test_an_id_beyond_the_bound_is_refused_where_it_stands() -> None:
    values = words(DIAMOND_BYTES)
    at = offset_of(DIAMOND_BYTES, opcodes.OpIMul)
    values[at + 3] = 4000
    assert f"word {at}: OpIMul names an id beyond the bound" in refused(packed(values))


def test_an_unfinished_case_is_refused() -> None:
    values = words(MIXED)
    at = offset_of(MIXED, opcodes.OpSwitch)
    cut = [*values[:at], values[at] - (1 << 16), *values[at + 1 : at + 8], *values[at + 9 :]]
    assert "ends within a case" in refused(packed(cut))


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_garbage_raises_nothing_unexpected(data: bytes) -> None:
    read_or_refuse(data)


@settings(deadline=None)
@given(st.lists(st.integers(0, 0xFFFFFFFF), max_size=60))
def test_garbage_after_a_header_raises_nothing_unexpected(values: list[int]) -> None:
    read_or_refuse(packed([0x07230203, 0x10000, 0, 50, 0, *values]))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                sorted({43, 21, 22, 23, 28, 30, 32, 54, 55, 56, 59, 248, 249, 251, 245})
            ),
            st.lists(st.integers(0, 12), max_size=6),
        ),
        max_size=12,
    )
)
def test_plausible_garbage_raises_nothing_unexpected(
    instructions: list[tuple[int, list[int]]],
) -> None:
    values = [word for op, ops in instructions for word in [((len(ops) + 1) << 16) | op, *ops]]
    read_or_refuse(packed([0x07230203, 0x10000, 0, 13, 0, *values]))


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, len(CORPUS) - 1),
    st.lists(st.tuples(st.integers(0, 1 << 30), st.integers(0, 31)), max_size=4),
)
def test_flipped_bits_raise_nothing_unexpected(which: int, flips: list[tuple[int, int]]) -> None:
    values = words(CORPUS[which][1])
    for at, bit in flips:
        values[at % len(values)] ^= 1 << bit
    read_or_refuse(packed(values))


@settings(deadline=None)
@given(st.integers(0, len(CORPUS) - 1), st.integers(0, 1 << 30))
def test_truncations_are_refused_or_complete(which: int, length: int) -> None:
    data = CORPUS[which][1]
    read_or_refuse(data[: length % len(data)])


@settings(deadline=None)
@given(st.data())
def test_dropped_and_repeated_instructions_raise_nothing_unexpected(data: st.DataObject) -> None:
    _, code = CORPUS[data.draw(st.integers(0, len(CORPUS) - 1))]
    values = words(code)
    pieces = [values[a:b] for a, b in pairwise(starts(code))]
    at = data.draw(st.integers(0, len(pieces) - 1))
    pieces[at : at + 1] = [pieces[at]] * data.draw(st.sampled_from([0, 2]))
    read_or_refuse(packed(values[:5] + [word for piece in pieces for word in piece]))


def read_or_refuse(data: bytes) -> None:
    """What is accepted has to answer every question and to be written as it was read."""
    try:
        module = Module.parse(data)
    except MalformedModule:
        return
    if data[:4] == packed([0x07230203]):
        assert module.to_bytes() == data
    if module.bound < 10000:
        contradictions(module)
    for block in module.blocks:
        module.post_dominates(block, block)
        construct_header(module, block)
        for instruction in block.instructions:
            ask_about(module, instruction)
    for declared in module.globals:
        for question in QUESTIONS:
            question(module, declared.result_id)


QUESTIONS: tuple[Callable[[Module, int], object], ...] = (
    types.width,
    types.is_signed,
    types.component_type,
    types.component_count,
    types.part_types,
    types.can_create_constant,
    types.is_block_struct,
    types.has_builtin_member,
    types.constant_int,
    decorations,
    types.pointee,
)


def ask_about(module: Module, instruction: Instruction) -> None:
    place = Place.of(module, instruction)
    assert place.find(module) is instruction
    for k, word in enumerate(instruction.ops):
        can_replace(module, instruction, k)
        available_before(module, word, instruction)
        available_at_use(module, word, instruction, k)
        types.equal_up_to_sign(module, word, instruction.type_id)


def test_instructions_are_counted() -> None:
    module = Module.parse(DIAMOND_BYTES)
    inner = sum(len(block.instructions) + 1 for block in module.blocks)
    # Each function begins and ends.
    whole = len(module.preamble) + len(module.globals) + inner + 2 * len(module.functions)
    assert instruction_count(DIAMOND_BYTES) == whole
