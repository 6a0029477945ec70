from __future__ import annotations

from helpers.transform import ident, module_of

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpMemberDecorate
from aberration.methods.transform.analysis.composites import (
    can_be_member,
    find_struct,
    is_type,
    member_types,
    scalar_count,
)
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct


def built() -> Module:
    module = module_of("")
    AddTypeArray(20, ident("%v2int"), ident("%int_5")).apply(module)
    AddTypeStruct(21, (20, ident("%float"))).apply(module)
    return module


def test_members() -> None:
    module = built()
    assert member_types(module, 20) == [ident("%v2int")] * 5
    assert member_types(module, 21) == [20, ident("%float")]
    assert member_types(module, ident("%v4float")) == [ident("%float")] * 4
    assert member_types(module, ident("%int")) == []
    assert member_types(module, ident("%local_int")) == []


def test_scalars() -> None:
    module = built()
    assert scalar_count(module, 21) == 11
    assert scalar_count(module, ident("%int")) == 1


def test_what_may_be_a_member() -> None:
    module = built()
    assert can_be_member(module, 21)
    for name in ("%void", "%local_int", "%main_type", "%int_5", "%nothing"):
        assert not can_be_member(module, ident(name))
    assert is_type(module, ident("%void"))
    assert not is_type(module, ident("%int_5"))


def test_a_structure_is_found_by_its_members_unless_decorated() -> None:
    module = built()
    members = [20, ident("%float")]
    assert find_struct(module, members) == 21
    assert find_struct(module, members[::-1]) == 0
    module.add_decoration(Instruction(OpMemberDecorate, 0, 0, [21, 0, Decoration.OFFSET, 0]))
    assert find_struct(module, members) == 0
    AddTypeStruct(22, tuple(members)).apply(module)
    assert find_struct(module, members) == 22
