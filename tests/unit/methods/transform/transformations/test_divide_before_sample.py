from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.methods.transform.transformations.divide_before_sample import DivideBeforeSample

BODY = """
    %divided = OpImageSampleProjImplicitLod %v4float %flat_value %at3
    %wide = OpImageSampleProjExplicitLod %v4float %flat_value %at4 Lod|ConstOffset %float_0 %five_m3
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %strange = OpImageSampleProjImplicitLod %v4float %line_value %at2
"""
FRESH = (50, 51, 52)


def step(name: str, fresh: tuple[int, ...] = FRESH) -> DivideBeforeSample:
    return DivideBeforeSample(at(name), fresh)


@pytest.mark.parametrize(
    ("name", "place", "line"),
    [
        ("%divided", "%at3", "OpImageSampleImplicitLod %v4float %flat_value %52"),
        (
            "%wide",
            "%at4",
            "OpImageSampleExplicitLod %v4float %flat_value %52 Lod|ConstOffset %float_0 %five_m3",
        ),
    ],
)
def test_the_coordinate_is_divided_before(name: str, place: str, line: str) -> None:
    """The number behind those of the coordinate divides; a fourth one counts nothing."""
    expect(
        known_images(BODY),
        step(name),
        f"""%50 = OpVectorShuffle %v2float {place} {place} 0 1
        %51 = OpVectorShuffle %v2float {place} {place} 2 2
        %52 = OpFDiv %v2float %50 %51
        {name} = {line}""",
    )


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("nothing is divided", step("%near"), None),
        ("the texture is not known", step("%strange"), None),
        ("no texture is known", step("%divided"), unknown),
        ("of a linear filter each bit of the coordinate counts", step("%divided"), linear),
        ("ids are missing", step("%divided", (50, 51)), None),
        ("an id is taken", step("%divided", (50, 51, ident("%f"))), None),
        ("there is no such instruction", step("%no_such_read"), None),
    ],
)
def test_refuses(reason: str, refused: DivideBeforeSample, prepare: Prepare | None) -> None:
    refuse(known_images(BODY), refused, reason, prepare)


test_sound = soundness(DivideBeforeSample)
test_proved = proved(DivideBeforeSample)
