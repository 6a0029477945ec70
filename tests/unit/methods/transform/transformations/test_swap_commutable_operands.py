from __future__ import annotations

import pytest
from helpers.transform import at, expect, refuse, soundness

from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformations.swap_commutable_operands import (
    SwapCommutableOperands,
)

BODY = """
    %sum = OpIAdd %int %i %int_5
    %difference = OpISub %int %sum %i
    %product = OpFMul %float %f %float_1
"""


def test_swaps_the_operands_of_an_addition() -> None:
    expect(BODY, SwapCommutableOperands(at("%sum")), "%sum = OpIAdd %int %int_5 %i")


def test_swaps_the_operands_of_a_float_product() -> None:
    expect(BODY, SwapCommutableOperands(at("%product")), "%product = OpFMul %float %float_1 %f")


@pytest.mark.parametrize(
    ("reason", "place"),
    [
        ("a subtraction does not commute", at("%difference")),
        ("a constant", at("%int_1")),
        ("no such instruction", Place(id=9999)),
    ],
)
def test_refuses(reason: str, place: Place) -> None:
    refuse(BODY, SwapCommutableOperands(place), reason)


test_sound = soundness(SwapCommutableOperands)
