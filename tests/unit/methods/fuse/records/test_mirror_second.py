"""The second image is mirrored; the result is the relation of what is drawn then."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.fusing import COUNTS, TWICE, fused, fusion, pair, program, result

from aberration.core.comparison import pixels
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.interleave import Interleave
from aberration.methods.fuse.records.mirror_second import AXES, Axes, MirrorSecond

WIDE = Inputs(width=16, height=4)
RAMP = "void main() { colour = vec4(floor(gl_FragCoord.xy) * vec2(3.0, 40.0) / 255.0, 0.0, 1.0); }"
BLACK = "void main() { colour = vec4(0.0); }"


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize("axes", AXES)
def test_the_claim_holds_for_the_mirrored_image(language: LanguageName, axes: Axes) -> None:
    plain = fused(pair(language, "difference"), InlineCall(1, 0))
    made = pair(language, "difference")
    assert fused(made, InlineCall(0, 0), MirrorSecond(axes), InlineCall(1, 0)) != plain


@pytest.mark.parametrize(("axes", "first_pixel"), [("x", (45, 0)), ("y", (0, 120))])
def test_what_was_on_one_side_is_on_the_other(axes: Axes, first_pixel: tuple[int, int]) -> None:
    made = fusion(program(BLACK, inputs=WIDE), program(RAMP, inputs=WIDE), "maximum")
    fused(made, MirrorSecond(axes))
    whole = result(made.program("whole"))
    assert isinstance(whole, Image)
    assert tuple(np.asarray(pixels(whole))[0, 0, :2]) == first_pixel


@pytest.mark.parametrize(
    "body",
    [
        BLACK,
        "void main() { colour = vec4(dFdx(gl_FragCoord.x)); }",
        "void main() { colour = vec4(gl_FragCoord.xy / 8.0, 0.5, float(gl_HelperInvocation)); }",
    ],
)
def test_what_knows_more_of_its_pixel_stays(body: str) -> None:
    fused(fusion(program(TWICE), program(body)), MirrorSecond("x"), skipped=1)


def test_nothing_is_mirrored_twice_or_once_it_is_mixed() -> None:
    fused(pair(), MirrorSecond("x"), MirrorSecond("y"), skipped=1)
    made = fusion(program(TWICE), program(COUNTS))
    fused(made, InlineCall(0, 0), Interleave(0, 1))
    fused(made, MirrorSecond("x"), skipped=1)
