from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.shift_fetch_offset import ShiftFetchOffset

GLOBALS = """
    %int_9 = OpConstant %int 9
    %int_m5 = OpConstant %int -5
    %int_3 = OpConstant %int 3
    %nine_0 = OpConstantComposite %v2int %int_9 %int_0
    %m5_3 = OpConstantComposite %v2int %int_m5 %int_3
    %one_1 = OpConstantComposite %v2int %int_1 %int_1
"""
BODY = """
    %u2 = OpBitcast %v2uint %p2
    %plain = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
    %layer = OpImageFetch %v4float %layers_plain %p3 Lod %int_0
    %moved = OpImageFetch %v4float %flat_plain %p2 Lod|ConstOffset %int_0 %five_m3
    %unsigned = OpImageFetch %v4float %flat_plain %u2 Lod %int_0
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
"""
SHIFT = (5, -3)


def step(name: str, shift: tuple[int, ...] = SHIFT, fresh: int = 50) -> ShiftFetchOffset:
    return ShiftFetchOffset(at(name), shift, fresh)


@pytest.mark.parametrize(
    ("shift", "name", "lines"),
    [
        (
            SHIFT,
            "%plain",
            """%50 = OpISub %v2int %p2 %five_m3
            %plain = OpImageFetch %v4float %flat_plain %50 Lod|ConstOffset %int_0 %five_m3""",
        ),
        (
            SHIFT,
            "%layer",
            """%50 = OpISub %v3int %p3 %five_m3_0
            %layer = OpImageFetch %v4float %layers_plain %50 Lod|ConstOffset %int_0 %five_m3""",
        ),
        (
            (-5, 3),
            "%moved",
            """%50 = OpISub %v2int %p2 %m5_3
            %moved = OpImageFetch %v4float %flat_plain %50 Lod %int_0""",
        ),
    ],
)
def test_the_shift_moves_from_the_coordinate_to_the_offset(
    shift: tuple[int, ...], name: str, lines: str
) -> None:
    expect(known_images(BODY, GLOBALS), step(name, shift), lines)


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        ("10 is no offset of every implementation", step("%moved")),
        ("9 is none, either", step("%plain", (9, 0))),
        ("nothing is shifted", step("%plain", (0, 0))),
        ("the image has two dimensions", step("%plain", (5,))),
        ("there is no such constant", step("%plain", (2, 2))),
        ("the sum is no constant of the module", step("%moved", (1, 1))),
        ("the coordinate is not signed", step("%unsigned")),
        ("a sample is no fetch", step("%near")),
        ("the id is taken", step("%plain", fresh=ident("%p2"))),
        ("there is no such instruction", step("%no_such_read")),
    ],
)
def test_refuses(reason: str, refused: ShiftFetchOffset) -> None:
    refuse(known_images(BODY, GLOBALS), refused, reason)


@pytest.mark.parametrize("constant", ["%five_m3", "%int_m3"])
def test_a_constant_that_may_become_another_one_is_no_shift(constant: str) -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident(constant))

    refuse(known_images(BODY, GLOBALS), step("%plain"), "it does not matter", irrelevant)


test_sound = soundness(ShiftFetchOffset)
