from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, lines_of, module_of, refuse, soundness, the

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.add_bit_instruction_synonym import (
    AddBitInstructionSynonym,
    bit_numbers,
    ids_needed,
)

BODY = """
    %u = OpBitcast %uint %i
    %pair = OpCompositeConstruct %v2int %i %i
    %both = OpBitwiseAnd %int %i %int_5
    %either = OpBitwiseOr %uint %u %uint_3
    %one = OpBitwiseXor %int %both %i
    %none = OpNot %int %i
    %mixed = OpBitwiseAnd %int %i %u
    %pairs = OpNot %v2int %pair
    %shifted = OpShiftLeftLogical %int %i %int_1
"""
NUMBERS = "".join(
    f"%bit_{bit} = OpConstant %uint {bit}\n" for bit in range(32) if bit not in (0, 3)
)


def of(name: str, count: int = 127) -> AddBitInstructionSynonym:
    return AddBitInstructionSynonym(ident(name), tuple(range(603000, 603000 + count)))


def given(globals_: str = NUMBERS) -> Module:
    return module_of(BODY, globals_=globals_)


@pytest.mark.parametrize(
    ("name", "opcode", "type_name", "left", "right"),
    [
        ("%both", "OpBitwiseAnd", "%int", "%i", "%int_5"),
        ("%either", "OpBitwiseOr", "%uint", "%u", "%uint_3"),
        ("%one", "OpBitwiseXor", "%int", "%both", "%i"),
    ],
)
def test_two_operands_are_taken_apart(
    name: str, opcode: str, type_name: str, left: str, right: str
) -> None:
    first = f"""
    %603000 = OpBitFieldUExtract {type_name} {left} %uint_0 %bit_1
    %603001 = OpBitFieldUExtract {type_name} {right} %uint_0 %bit_1
    %603002 = {opcode} {type_name} %603000 %603001
    %603003 = OpBitFieldUExtract {type_name} {left} %bit_1 %bit_1
    """
    last = f"""
    %603095 = {opcode} {type_name} %603093 %603094
    %603096 = OpBitFieldInsert {type_name} %603002 %603005 %bit_1 %bit_1
    %603097 = OpBitFieldInsert {type_name} %603096 %603008 %bit_2 %bit_1
    """
    end = (
        f"%603126 = OpBitFieldInsert {type_name} %603125 %603095 %bit_31 %bit_1\n"
        f"{name} = {opcode} {type_name}"
    )
    module = expect(given(), of(name), first, last, end)
    assert module.facts.synonymous(ident(name), 603126)


def test_one_operand_takes_fewer_ids() -> None:
    first = "%603000 = OpBitFieldUExtract %int %i %uint_0 %bit_1\n%603001 = OpNot %int %603000"
    last = "%603094 = OpBitFieldInsert %int %603093 %603063 %bit_31 %bit_1\n%none = OpNot %int %i"
    module = expect(given(), of("%none", 95), first, last)
    assert module.facts.synonymous(ident("%none"), 603094)


def evaluated(module: Module, start: int) -> int:
    """Interpret what was inserted: the proof that the bits come together again."""
    values = {ident("%i"): start, ident("%int_5"): 5, ident("%u"): start, ident("%uint_3"): 3}
    values |= {constant: bit for bit, constant in enumerate(bit_numbers(module))}
    for line in lines_of(module):
        words = line.replace("%", "").split()
        if len(words) < 2 or words[1] != "=" or not 603000 <= int(words[0]) < 603127:
            continue
        values[int(words[0])] = computed(words[2], [values[int(word)] for word in words[4:]])
    return values[max(values)]


def computed(opcode: str, operands: list[int]) -> int:
    if opcode == "OpBitFieldUExtract":
        base, offset, count = operands
        return (base >> offset) & ((1 << count) - 1)
    if opcode == "OpBitFieldInsert":
        base, inserted, offset, count = operands
        mask = ((1 << count) - 1) << offset
        return (base & ~mask) | ((inserted << offset) & mask)
    if opcode == "OpNot":
        return ~operands[0] & 0xFFFFFFFF
    left, right = operands
    return {
        "OpBitwiseAnd": left & right,
        "OpBitwiseOr": left | right,
        "OpBitwiseXor": left ^ right,
    }[opcode]


@pytest.mark.parametrize(
    ("name", "count", "wanted"),
    [
        ("%both", 127, lambda u: u & 5),
        ("%either", 127, lambda u: u | 3),
        ("%none", 95, lambda u: ~u),
    ],
)
def test_the_bits_come_together_again(name: str, count: int, wanted: Callable[[int], int]) -> None:
    module = expect(given(), of(name, count))
    for start in (0, 1, 0x80000000, 0xFFFFFFFF, 0xDEADBEEF):
        assert evaluated(module, start) == wanted(start) & 0xFFFFFFFF


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too few ids", of("%both", 126)),
        ("too many", of("%none", 127)),
        ("signs differ", of("%mixed")),
        ("a vector", of("%pairs", 95)),
        ("no bitwise instruction", of("%shifted")),
        ("no instruction", of("%nowhere")),
        ("an id twice", AddBitInstructionSynonym(ident("%none"), (603000,) * 95)),
    ],
)
def test_refuses(reason: str, step: AddBitInstructionSynonym) -> None:
    refuse(given(), step, reason)


def test_refuses_when_a_number_is_missing_or_irrelevant() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%bit_7"))

    refuse(given(NUMBERS.replace("%bit_9 = OpConstant %uint 9\n", "")), of("%both"), "no 9")
    refuse(given(), of("%both"), "the 7 may become another", irrelevant)


def test_refuses_what_cannot_be_a_synonym() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%both"))

    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%both"), Decoration.RELAXED_PRECISION])
        )

    def dead(module: Module) -> None:
        block(module, "%entry").dead = True

    for prepare in (irrelevant, decorated, dead):
        refuse(given(), of("%both"), prepare.__name__, prepare)


def test_64_bits_are_too_many() -> None:
    globals_ = NUMBERS + "%long = OpTypeInt 64 0\n%long_1 = OpConstant %long 1\n"
    module = module_of("%wide = OpNot %long %long_1\n", globals_=globals_, valid=False)
    assert ids_needed(the(module, "%wide")) == 95
    refuse(module, of("%wide", 95), "bit fields have 32 bits in Vulkan")


test_sound = soundness(AddBitInstructionSynonym)
