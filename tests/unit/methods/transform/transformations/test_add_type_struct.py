from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct


def test_declares_a_structure_of_structures() -> None:
    module = expect(
        "",
        AddTypeStruct(20, (ident("%int"), ident("%v2float"))),
        "%20 = OpTypeStruct %int %v2float",
    )
    expect(module, AddTypeStruct(21, (20, 20)), "%21 = OpTypeStruct %20 %20")


@pytest.mark.parametrize(
    ("reason", "member"),
    [
        ("void", "%void"),
        ("a function type", "%main_type"),
        ("a pointer", "%in_int_type"),
        ("no type", "%int_0"),
    ],
)
def test_refuses_members(reason: str, member: str) -> None:
    refuse("", AddTypeStruct(20, (ident("%int"), ident(member))), reason)


def test_refuses_an_id_in_use() -> None:
    refuse("", AddTypeStruct(ident("%int"), (ident("%int"),)), "the id is in use")


@pytest.mark.parametrize(
    "decoration",
    [
        Instruction(OpDecorate, 0, 0, [20, Decoration.BLOCK]),
        Instruction(OpDecorate, 0, 0, [20, Decoration.BUFFER_BLOCK]),
        Instruction(OpMemberDecorate, 0, 0, [20, 0, Decoration.BUILT_IN, 0]),
    ],
)
def test_refuses_interface_blocks_as_members(decoration: Instruction) -> None:
    module = module_of("")
    AddTypeStruct(20, (ident("%v4float"),)).apply(module)
    module.add_decoration(decoration.copy())
    assert not AddTypeStruct(21, (20,)).is_applicable(module)


test_sound = soundness(AddTypeStruct)
