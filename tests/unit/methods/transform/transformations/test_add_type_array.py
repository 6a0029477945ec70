from __future__ import annotations

import pytest
from helpers.transform import assert_sound, expect, ident, module_of, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_scalar import AddConstantScalar
from aberration.methods.transform.transformations.add_type_array import AddTypeArray


def test_declares_an_array_and_another_one() -> None:
    module = expect(
        "", AddTypeArray(20, ident("%v2int"), ident("%uint_3")), "%20 = OpTypeArray %v2int %uint_3"
    )
    expect(
        module,
        AddTypeArray(21, ident("%v2int"), ident("%uint_3")),
        "%21 = OpTypeArray %v2int %uint_3",
    )
    assert_sound(module)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no length", AddTypeArray(20, ident("%int"), ident("%int_0"))),
        ("a length of float", AddTypeArray(20, ident("%int"), ident("%float_1"))),
        ("a length that is no constant", AddTypeArray(20, ident("%int"), ident("%i"))),
        ("a function type", AddTypeArray(20, ident("%main_type"), ident("%int_1"))),
        ("a pointer", AddTypeArray(20, ident("%local_int"), ident("%int_1"))),
        ("no element type", AddTypeArray(20, 9999, ident("%int_1"))),
        ("the id is in use", AddTypeArray(ident("%int"), ident("%int"), ident("%int_1"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


def test_refuses_a_negative_length() -> None:
    module = module_of("")
    AddConstantScalar(20, ident("%int"), (0xFFFFFFFF,)).apply(module)
    refuse(module, AddTypeArray(21, ident("%int"), 20), "-1 elements")


test_sound = soundness(AddTypeArray)
