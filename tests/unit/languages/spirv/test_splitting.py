from __future__ import annotations

import pytest
from helpers.live_modules import live_module
from helpers.transform import at

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.splitting import can_split, separates_sampled_image

MODULE = Module.parse(live_module().source)


@pytest.mark.parametrize(
    ("place", "possible"),
    [
        (at("%total"), True),
        (at("%large", "OpSelectionMerge"), True),
        (at("%large", "OpBranchConditional"), False),
        (at("%header", "OpBranch"), False),
        (at("%i"), False),
        (at("%sum"), False),
        (at("%after"), False),
    ],
)
def test_where_a_block_may_be_split(place: Place, possible: bool) -> None:
    assert can_split(MODULE, place.get(MODULE)) is possible


def test_without_images_nothing_is_separated() -> None:
    assert not separates_sampled_image(MODULE, at("%total").get(MODULE))
