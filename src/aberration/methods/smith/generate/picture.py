"""A texture that a program may ask, with all that it may be asked by."""

from __future__ import annotations

import msgspec

from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.sampled.requests import TextureRequest

Row = tuple[Overload, TextureRequest]
"""A function that takes a texture, and what is asked by it."""
How = Texture | Sampler
"""What says how a texture is wrapped and filtered: itself, or a sampler of WGSL."""


class Picture(msgspec.Struct, frozen=True, eq=False):
    """`hows` are the samplers of WGSL that may sample the texture, elsewhere itself; `rows` are the
    functions whose result is known, at coordinates in the middle of a texel.
    """

    texture: Texture
    hows: tuple[How, ...]
    rows: tuple[Row, ...]
