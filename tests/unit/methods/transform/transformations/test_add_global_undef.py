from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_undef import AddGlobalUndef

GLOBALS = """
    %inner = OpTypeStruct %int %v2float
    %texels = OpTypeImage %float 2D 0 0 0 1 Unknown
"""


@pytest.mark.parametrize("type_name", ["%bool", "%int", "%float", "%v4float", "%inner"])
def test_declares_an_undefined_value(type_name: str) -> None:
    module = expect(
        module_of("", globals_=GLOBALS),
        AddGlobalUndef(20, ident(type_name)),
        f"%20 = OpUndef {type_name}",
    )
    assert may_be_undefined(module, 20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the id is in use", AddGlobalUndef(ident("%i"), ident("%int"))),
        ("a pointer", AddGlobalUndef(20, ident("%local_int"))),
        ("a function", AddGlobalUndef(20, ident("%main_type"))),
        ("nothing", AddGlobalUndef(20, ident("%void"))),
        ("no data", AddGlobalUndef(20, ident("%texels"))),
        ("no type", AddGlobalUndef(20, ident("%i"))),
        ("no id", AddGlobalUndef(20, 9999)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of("", globals_=GLOBALS), step, reason)


test_sound = soundness(AddGlobalUndef)
