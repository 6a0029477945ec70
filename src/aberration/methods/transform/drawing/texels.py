"""What steps that read textures need: constants and types of coordinates; and where they read."""

from __future__ import annotations

from collections.abc import Sequence

from aberration.core.textures import Texture
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpCompositeExtract
from aberration.methods.transform.analysis.images import signed_words
from aberration.methods.transform.analysis.texel_places import Texel, coordinate_count
from aberration.methods.transform.building.texel_coordinates import (
    factors,
    float_words,
    summands,
)
from aberration.methods.transform.draw import Draw


def words_constant(draw: Draw, type_id: int, words: Sequence[int]) -> int:
    """Return the constant of a number of 32 bits, or of a vector of them, which is made if need
    be; 0 if the type is missing.
    """
    scalar = types.component_type(draw.module, type_id)
    if not type_id or not scalar:
        return draw.scalar_constant(type_id, words) if type_id else 0
    return draw.composite_constant(
        type_id, [draw.scalar_constant(scalar, [word]) for word in words]
    )


def prepare_coordinate(draw: Draw, texture: Texture, shift: Sequence[float]) -> None:
    """Make sure of the type and constants by which a texel becomes a coordinate."""
    vector = draw.vector_type(draw.float_type(), coordinate_count(texture))
    words_constant(draw, vector, float_words(summands(texture, shift)))
    words_constant(draw, vector, float_words(factors(texture)))


def prepare_fetch(draw: Draw, texture: Texture, place: Texel) -> None:
    """Make sure of the constants with which a texel of level 0 is fetched."""
    integer, count = draw.int_type(), coordinate_count(texture)
    words_constant(draw, draw.vector_type(integer, count), signed_words(place[:count]))
    draw.int_constant(integer, 0)


def component_of(draw: Draw, opcode: int) -> Instruction | None:
    """Return any instruction that takes a component of what any one of an opcode gives; None if
    that one has none.
    """
    read = draw.instruction((opcode,))
    users = [] if read is None else draw.module.users(read.result_id)
    extracts = [user for user in users if user.op == OpCompositeExtract]
    return draw.rng.choose(extracts) if extracts else None
