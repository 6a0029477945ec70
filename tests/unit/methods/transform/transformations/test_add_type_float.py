from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Capability
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_float import AddTypeFloat


@pytest.mark.parametrize(
    ("width", "capability"), [(16, Capability.FLOAT16), (64, Capability.FLOAT64)]
)
def test_declares_other_widths_with_their_capability(width: int, capability: int) -> None:
    module = module_of("")
    add_capability(module, capability)
    expect(module, AddTypeFloat(20, width), f"%20 = OpTypeFloat {width}")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it exists", AddTypeFloat(20, 32)),
        ("Float64 is not declared", AddTypeFloat(20, 64)),
        ("no such width", AddTypeFloat(20, 80)),
        ("the id is in use", AddTypeFloat(ident("%int"), 32)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


test_sound = soundness(AddTypeFloat)
