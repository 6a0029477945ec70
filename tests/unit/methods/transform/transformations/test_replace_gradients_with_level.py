from __future__ import annotations

import pytest
from helpers.known_images import known_images, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, refuse, soundness

from aberration.methods.transform.transformations.replace_gradients_with_level import (
    ReplaceGradientsWithLevel,
)

BODY = """
    %steep = OpImageSampleExplicitLod %v4float %flat_value %at2 Grad %at2 %at2
    %layer = OpImageSampleExplicitLod %v4float %layers_value %at3 Grad|ConstOffset %at2 %at2 %none1
    %named = OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_1
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %strange = OpImageSampleExplicitLod %v4float %line_value %f Grad %f %f
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("%steep", "OpImageSampleExplicitLod %v4float %flat_value %at2 Lod %float_0"),
        (
            "%layer",
            "OpImageSampleExplicitLod %v4float %layers_value %at3 Lod|ConstOffset %float_0 %none1",
        ),
    ],
)
def test_the_level_is_named(name: str, line: str) -> None:
    expect(known_images(BODY), ReplaceGradientsWithLevel(at(name)), f"{name} = {line}")


@pytest.mark.parametrize(
    ("reason", "name", "prepare"),
    [
        ("its level has a name", "%named", None),
        ("it has no slopes", "%near", None),
        ("the inputs do not give its texture", "%strange", None),
        ("no texture is known", "%steep", unknown),
        ("there is no such instruction", "%no_such_read", None),
    ],
)
def test_refuses(reason: str, name: str, prepare: Prepare | None) -> None:
    refuse(known_images(BODY), ReplaceGradientsWithLevel(at(name)), reason, prepare)


test_sound = soundness(ReplaceGradientsWithLevel)
test_proved = proved(ReplaceGradientsWithLevel)
