"""The functions that look texels up, for floats and for integers."""

from __future__ import annotations

from aberration.core.textures import Texture, texel
from aberration.languages.shading.sampled.texels import lookup
from aberration.languages.shading.types import FLOAT, UINT

NOWHERE = (0, 0, 0)
FLAT = (4, 8, 1)
NUMBER = 6


def test_floats_are_shares_of_256() -> None:
    for component, scale in ((FLOAT, 256), (UINT, 1)):
        found = lookup("texelFetch", "fetch", component).builtin.meaning
        assert found is not None
        wanted = tuple(
            one / scale
            for one in [texel(Texture("image", number=NUMBER), (1, 1, 0), k) for k in range(4)]
        )
        assert found((1, 1, 0, 0), NOWHERE, FLAT, (NUMBER, 0, 0, 0)) == wanted
