from __future__ import annotations

import pytest
from helpers.known_images import known_images, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, refuse, soundness

from aberration.methods.transform.transformations.replace_level_with_gradients import (
    ReplaceLevelWithGradients,
)

GLOBALS = "%flat_zero = OpConstantComposite %v2float %float_0 %float_0"
BODY = """
    %named = OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_1
    %layer = OpImageSampleExplicitLod %v4float %layers_value %at3 Lod|ConstOffset %float_0 %none1
    %divided = OpImageSampleProjExplicitLod %v4float %flat_value %at3 Lod %float_0
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %steep = OpImageSampleExplicitLod %v4float %flat_value %at2 Grad %at2 %at2
    %strange = OpImageSampleExplicitLod %v4float %line_value %f Lod %float_0
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "%named",
            "OpImageSampleExplicitLod %v4float %flat_value %at2 Grad %flat_zero %flat_zero",
        ),
        (
            "%layer",
            "OpImageSampleExplicitLod %v4float %layers_value %at3 "
            "Grad|ConstOffset %flat_zero %flat_zero %none1",
        ),
        (
            "%divided",
            "OpImageSampleProjExplicitLod %v4float %flat_value %at3 Grad %flat_zero %flat_zero",
        ),
    ],
)
def test_slopes_are_given(name: str, line: str) -> None:
    step = ReplaceLevelWithGradients(at(name))
    expect(known_images(BODY, GLOBALS), step, f"{name} = {line}")


@pytest.mark.parametrize(
    ("reason", "name", "prepare"),
    [
        ("its level has no name", "%near", None),
        ("it has slopes", "%steep", None),
        ("the inputs do not give its texture", "%strange", None),
        ("no texture is known", "%named", unknown),
        ("there is no such instruction", "%no_such_read", None),
    ],
)
def test_refuses(reason: str, name: str, prepare: Prepare | None) -> None:
    refuse(known_images(BODY, GLOBALS), ReplaceLevelWithGradients(at(name)), reason, prepare)


def test_the_slope_has_to_be_a_constant() -> None:
    refuse(known_images(BODY), ReplaceLevelWithGradients(at("%named")), "there is no zero")


test_sound = soundness(ReplaceLevelWithGradients)
test_proved = proved(ReplaceLevelWithGradients)
