from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse

from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_pointer import AddTypePointer
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct


def test_declares_a_pointer_type() -> None:
    expect(
        "",
        AddTypePointer(20, StorageClass.PRIVATE, ident("%v2int")),
        "%20 = OpTypePointer Private %v2int",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        (
            "a class that needs a capability",
            AddTypePointer(20, StorageClass.ATOMIC_COUNTER, ident("%int")),
        ),
        ("void", AddTypePointer(20, StorageClass.PRIVATE, ident("%void"))),
        ("a function type", AddTypePointer(20, StorageClass.PRIVATE, ident("%main_type"))),
        ("no type", AddTypePointer(20, StorageClass.PRIVATE, ident("%int_0"))),
        ("the id is in use", AddTypePointer(ident("%int"), StorageClass.PRIVATE, ident("%int"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


@pytest.mark.parametrize(
    "decoration",
    [
        Instruction(OpDecorate, 0, 0, [20, Decoration.ARRAY_STRIDE, 16]),
        Instruction(OpMemberDecorate, 0, 0, [21, 0, Decoration.OFFSET, 0]),
    ],
)
def test_memory_of_our_own_has_no_explicit_layout(decoration: Instruction) -> None:
    module = module_of("")
    AddTypeArray(20, ident("%int"), ident("%int_5")).apply(module)
    AddTypeStruct(21, (20,)).apply(module)
    assert AddTypePointer(22, StorageClass.WORKGROUP, 21).is_applicable(module)
    module.add_decoration(decoration.copy())
    assert not AddTypePointer(22, StorageClass.WORKGROUP, 21).is_applicable(module)
    assert AddTypePointer(22, StorageClass.STORAGE_BUFFER, 21).is_applicable(module)
