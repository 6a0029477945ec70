from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Capability
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_scalar import (
    AddConstantScalar,
    is_extended,
)
from aberration.methods.transform.transformations.add_type_int import AddTypeInt


def test_declares_an_integer_and_a_float() -> None:
    module = expect(
        "", AddConstantScalar(20, ident("%int"), (0xFFFFFFFF,)), "%20 = OpConstant %int -1"
    )
    expect(
        module,
        AddConstantScalar(21, ident("%float"), (0x3F000000,), True),
        "%21 = OpConstant %float 0.5",
    )
    assert module.facts.is_irrelevant(module, 21)
    assert not module.facts.is_irrelevant(module, 20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no scalar", AddConstantScalar(20, ident("%v2int"), (0,))),
        ("bool has constants of its own", AddConstantScalar(20, ident("%bool"), (0,))),
        ("too many words", AddConstantScalar(20, ident("%int"), (0, 0))),
        ("too few words", AddConstantScalar(20, ident("%int"), ())),
        ("no word", AddConstantScalar(20, ident("%int"), (1 << 32,))),
        ("nothing", AddConstantScalar(20, 9999, (0,))),
        ("the id is in use", AddConstantScalar(ident("%int"), ident("%int"), (0,))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


@pytest.mark.parametrize(
    ("word", "signed", "extended"),
    [
        (0x7F, True, True),
        (0x80, True, False),
        (0xFFFFFF80, True, True),
        (0xFFFFFF80, False, False),
        (0xFF, False, True),
        (0x100, False, False),
    ],
)
def test_narrow_integers_are_extended(word: int, signed: bool, extended: bool) -> None:
    assert is_extended(word, 8, signed) is extended
    module = module_of("")
    add_capability(module, Capability.INT8)
    AddTypeInt(20, 8, signed).apply(module)
    assert AddConstantScalar(21, 20, (word,)).is_applicable(module) is extended


test_sound = soundness(AddConstantScalar)
