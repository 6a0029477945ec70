from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.transform import expect, ident, module_of, refuse

from aberration.languages.spirv.enums import Capability
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_int import AddTypeInt


@pytest.mark.parametrize(
    ("width", "capability"), [(8, Capability.INT8), (16, Capability.INT16), (64, Capability.INT64)]
)
def test_declares_other_widths_with_their_capability(width: int, capability: int) -> None:
    module = module_of("")
    add_capability(module, capability)
    expect(module, AddTypeInt(20, width, False), f"%20 = OpTypeInt {width} 0")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it exists", AddTypeInt(20, 32, True)),
        ("Int64 is not declared", AddTypeInt(20, 64, True)),
        ("no such width", AddTypeInt(20, 24, True)),
        ("the id is in use", AddTypeInt(ident("%int"), 32, True)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)
