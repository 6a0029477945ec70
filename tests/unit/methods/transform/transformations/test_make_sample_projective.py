from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.methods.transform.transformations.make_sample_projective import (
    MakeSampleProjective,
)

BODY = """
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %named = OpImageSampleExplicitLod %v4float %flat_value %at2 Lod|ConstOffset %float_0 %five_m3
    %layer = OpImageSampleImplicitLod %v4float %layers_value %at3
    %wide = OpImageSampleImplicitLod %v4float %flat_value %at3
    %divided = OpImageSampleProjImplicitLod %v4float %flat_value %at3
    %strange = OpImageSampleImplicitLod %v4float %line_value %f
"""


def step(name: str, exponent: int = -2, product: int = 50, fresh: int = 51) -> MakeSampleProjective:
    return MakeSampleProjective(at(name), exponent, product, fresh)


@pytest.mark.parametrize(
    ("name", "exponent", "divisor", "line"),
    [
        ("%near", -2, "%quarter", "OpImageSampleProjImplicitLod %v4float %flat_value %51"),
        (
            "%named",
            0,
            "%float_1",
            "OpImageSampleProjExplicitLod %v4float %flat_value %51 "
            "Lod|ConstOffset %float_0 %five_m3",
        ),
    ],
)
def test_the_coordinate_is_divided(name: str, exponent: int, divisor: str, line: str) -> None:
    expect(
        known_images(BODY),
        step(name, exponent),
        f"""%50 = OpVectorTimesScalar %v2float %at2 {divisor}
        %51 = OpCompositeConstruct %v3float %50 {divisor}
        {name} = {line}""",
    )


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("layers are not divided", step("%layer"), None),
        ("the coordinate has a number more", step("%wide"), None),
        ("it is divided already", step("%divided"), None),
        ("the texture is not known", step("%strange"), None),
        ("no texture is known", step("%near"), unknown),
        ("of a linear filter each bit of the coordinate counts", step("%near"), linear),
        ("2 is no constant", step("%near", 1), None),
        ("the power is too small", step("%near", -4), None),
        ("the power is too large", step("%near", 4), None),
        ("the id is taken", step("%near", fresh=ident("%f")), None),
        ("there is no such instruction", step("%no_such_read"), None),
    ],
)
def test_refuses(reason: str, refused: MakeSampleProjective, prepare: Prepare | None) -> None:
    refuse(known_images(BODY), refused, reason, prepare)


test_sound = soundness(MakeSampleProjective)
test_proved = proved(MakeSampleProjective)
