"""Shaders in other people's manners give one image on Vulkan, as modules, and on OpenGL, as
they are written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.sampling import one_in
from helpers.shaders_as_written import SHADERS, write

from aberration.campaign.loading.files import load_file
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Buffers, Image, Rejected
from aberration.targets import opengl, vulkan
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

TARGETS: Final = {target.id: target for target in (*opengl.providers(), *vulkan.providers())}
FOR_VULKAN: Final = {"gf310_blocks.frag", "gf320_push_array.frag", "engine450_vulkan.frag"}
NOT_IN_MESA: Final = {"engine150_compat.frag", "engine460.frag"}
"""What this Mesa's OpenGL does not have: the compatibility profile, GLSL 4.60."""
_SECONDS: Final = 60.0


@pytest.mark.parametrize("name", one_in(3, SHADERS))
def test_vulkan_and_opengl_give_the_same(name: str, pool: TargetPool, tmp_path: Path) -> None:
    (written,) = load_file(write(tmp_path, name)).programs
    as_module = pool.run(TARGETS["lavapipe"], compile_glsl(written), _SECONDS).outcome
    assert isinstance(as_module, Image | Buffers), as_module
    as_text = pool.run(TARGETS["llvmpipe"], written, _SECONDS).outcome
    if name in FOR_VULKAN | NOT_IN_MESA:
        assert isinstance(as_text, Rejected)
        return
    assert isinstance(as_text, Image | Buffers), as_text
    assert within(compare(as_text, as_module, Tolerance()), Tolerance())
