"""Propose to fetch numbers that textures are known to hold."""

from __future__ import annotations

from typing import Final

from aberration.core.textures import CHANNELS, Texture
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpConstant
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import coordinate_count
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import Drawn, use_at_once, use_of
from aberration.methods.transform.drawing.texels import prepare_fetch
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_texel_synonym import (
    AddTexelSynonym,
    texel_type,
    texel_word,
)

CONSTANTS: Final = 6
"""So many constants are drawn, until one is of the texture's kind, ..."""
ROWS: Final = 24
"""... and so many rows of the texture are looked at, for each of them."""
AT_A_USE: Final = 0.7
"""Chance that a use of the constant, if it has one, is where the texel is fetched."""
Spot = tuple[tuple[int, int, int], int]
"""The place of a texel, and a component."""


@fuzzer_pass(
    chance=(0.1, 0.4),
    followed_by=("gather_fetched_components", "sample_fetched_texels", "shift_fetch_offsets"),
)
def add_texel_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any constant that any texture holds, before any use of it, for which the texel
    stands then, or else at any insertion point.
    """
    known = list(draw.module.facts.textures)
    if not known:
        return None
    variable = draw.rng.choose(known)
    texture, number = draw.module.facts.textures[variable], texel_type(draw.module, variable)
    found = _held_constant(draw, texture, number) if coordinate_count(texture) else None
    if found is None:
        return None
    constant, (place, channel) = found
    drawn = use_of(draw, constant) if draw.rng.chance(AT_A_USE) else None
    drawn = drawn or Drawn(constant.result_id)
    anchor = drawn.user or draw.insertion_point()
    if anchor is None:
        return None
    _prepare(draw, texture, number, place)
    load, image, fetch, fresh = (draw.fresh() for _ in range(4))
    before = Place.of(draw.module, anchor)
    step = AddTexelSynonym(
        constant.result_id, variable, place, channel, load, image, fetch, fresh, before
    )
    return use_at_once(draw, drawn, step, fresh)


def _held_constant(draw: Draw, texture: Texture, number: int) -> tuple[Instruction, Spot] | None:
    """Draw a constant of a type, and where the texture holds it."""
    for _ in range(CONSTANTS):
        constant = draw.instruction((OpConstant,))
        if constant is None or constant.type_id != number:
            continue
        spot = _spot_of(draw, texture, constant.ops)
        if spot is not None:
            return constant, spot
    return None


def _spot_of(draw: Draw, texture: Texture, words: list[int]) -> Spot | None:
    width, height, depth = texture.size
    for _ in range(ROWS):
        y, z, channel = draw.rng.below(height), draw.rng.below(depth), draw.rng.below(CHANNELS)
        for x in range(width):
            if [texel_word(texture, (x, y, z), channel)] == words:
                return (x, y, z), channel
    return None


def _prepare(draw: Draw, texture: Texture, number: int, place: tuple[int, int, int]) -> None:
    """Make sure of what fetching needs."""
    prepare_fetch(draw, texture, place)
    draw.vector_type(number, CHANNELS)
