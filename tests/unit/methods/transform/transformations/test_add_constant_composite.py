from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_composite import AddConstantComposite
from aberration.methods.transform.transformations.add_constant_null import AddConstantNull
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct

V2INT, ONE, FIVE = ident("%v2int"), ident("%int_1"), ident("%int_5")


def test_declares_a_vector() -> None:
    module = expect(
        "",
        AddConstantComposite(20, V2INT, (ONE, FIVE), True),
        "%20 = OpConstantComposite %v2int %int_1 %int_5",
    )
    assert module.facts.is_irrelevant(module, 20)


def test_declares_matrix_array_and_structure() -> None:
    module = module_of("")
    AddTypeMatrix(20, ident("%v2float"), 2).apply(module)
    AddConstantNull(21, ident("%v2float")).apply(module)
    AddTypeArray(22, 20, ident("%int_1")).apply(module)
    AddTypeStruct(23, (22, V2INT)).apply(module)
    expect(module, AddConstantComposite(24, 20, (21, 21)), "%24 = OpConstantComposite %20 %21 %21")
    expect(module, AddConstantComposite(25, 22, (24,)), "%25 = OpConstantComposite %22 %24")
    AddConstantNull(26, V2INT).apply(module)
    expect(module, AddConstantComposite(27, 23, (25, 26)), "%27 = OpConstantComposite %23 %25 %26")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too few parts", AddConstantComposite(20, V2INT, (ONE,))),
        ("another part type", AddConstantComposite(20, V2INT, (ONE, ident("%uint_0")))),
        ("a part that is no constant", AddConstantComposite(20, V2INT, (ONE, ident("%i")))),
        ("a part that is not there", AddConstantComposite(20, V2INT, (ONE, 9999))),
        ("no composite", AddConstantComposite(20, ident("%int"), (ONE,))),
        ("no type", AddConstantComposite(20, 9999, (ONE,))),
        ("the id is in use", AddConstantComposite(ONE, V2INT, (ONE, ONE))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(AddConstantComposite)
