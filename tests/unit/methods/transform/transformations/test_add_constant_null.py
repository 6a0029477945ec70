from __future__ import annotations

import pytest
from helpers.transform import expect, ident, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_null import AddConstantNull


@pytest.mark.parametrize("type_name", ["%bool", "%uint", "%float", "%v4float"])
def test_declares_it(type_name: str) -> None:
    expect("", AddConstantNull(20, ident(type_name)), f"%20 = OpConstantNull {type_name}")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("void", AddConstantNull(20, ident("%void"))),
        ("a pointer", AddConstantNull(20, ident("%local_int"))),
        ("no type", AddConstantNull(20, ident("%int_1"))),
        ("the id is in use", AddConstantNull(ident("%int_1"), ident("%int"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(AddConstantNull)
