"""Calls that ask a texture for something: texels, their comparisons, sizes and counts of levels.

Most coordinates are inside of the texel that they mean, however these are rounded; the others are
moved there by the rule `texture-coordinates`. Levels are within 1/4 of a whole one, so that the
nearest is known, and what chooses one by slopes or by a bias asks textures of one level.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.levels import level_side
from aberration.core.textures import CHANNELS, LINEAR, MODULUS, Texture
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.sampled.requests import Kind, TextureRequest
from aberration.languages.shading.tree import Call, Expression, Name
from aberration.languages.shading.types import FLOAT, INT, Scalar, Type, Vector

from .idioms.parts import binary, call, literal, operand
from .picture import How, Picture
from .state import Generator

_GATHERS: Final[frozenset[Kind]] = frozenset(("gather", "gather compare"))
_QUESTIONS: Final[frozenset[Kind]] = frozenset(("size", "levels", "layers"))
_IMPLICIT: Final = frozenset(("textureSample", "textureSampleBias", "textureSampleCompare"))
"""WGSL's functions that take derivatives: all invocations of a quad have to come to them."""
_FLAT: Final = 2
_FARTHEST: Final = 7
"""How far an offset moves, in texels: as far as each device can (OpenGL ES 3.0, table 6.34)."""
_RAW: Final = 0.25
"""The probability of coordinates that are any."""
_TURNS: Final = (1, 3, 7, 15, 31)
_WITHIN: Final = (0.25, 0.375, 0.5, 0.5, 0.625, 0.75)
"""Where coordinates are in a texel of their level."""
_AROUND: Final = (-0.25, 0.0, 0.0, 0.25)
_BESIDE: Final = (-0.25, 0.125, 0.25, 0.375)
"""How far from the corner of four texels a gather is: not on it, where rounding would decide what
the rule `texture-coordinates` makes of it."""
_DIVISORS: Final = (1.0, 2.0, 0.5, 4.0)
_SHALLOW: Final = 4
"""So many levels may be chosen while the program runs: the middle of a texel of the first is inside
of one of each."""


class Asked(msgspec.Struct, frozen=True, eq=False):
    """One call in the making: `sides` are those of the level, of which there is one `offset` an
    axis.
    """

    texture: Texture
    how: How
    overload: Overload
    request: TextureRequest
    level: int
    is_any_level: bool
    sides: tuple[int, int, int]
    offset: tuple[int, ...]


def ask(gen: Generator, component: Scalar, *, together: bool = False) -> tuple[Call, Type] | None:
    """Return a call and the type of what it gives: mostly numbers of this kind, if there are such.
    In WGSL those that take derivatives are asked `together`, and no others then.
    """
    found = [
        (picture.texture, how, row)
        for picture in gen.pictures
        for row in picture.rows
        for how in _hows(picture, row[1])
        if _may_ask(gen, picture.texture, how, row[0], row[1], together=together)
    ]
    if not found:
        return None
    fitting = [one for one in found if one[2][0].result.scalar is component]
    among = fitting if fitting and gen.rng.chance(0.5) else found
    # By name first: some functions have many overloads.
    names = sorted({row[0].name for _, _, row in among if row[1].kind not in _QUESTIONS})
    if not names or gen.rng.chance(0.15):
        names = sorted({row[0].name for _, _, row in among})
    name = gen.rng.choose(names)
    texture, how, (overload, request) = gen.rng.choose(
        [one for one in among if one[2][0].name == name]
    )
    asked = _draw(gen, texture, how, overload, request)
    args = tuple(_argument(gen, asked, k, type) for k, type in enumerate(overload.types))
    return Call(callee=Name(name=overload.name), args=args), overload.result


def _hows(picture: Picture, request: TextureRequest) -> tuple[How, ...]:
    return (picture.texture,) if request.sampler is None else picture.hows


def _may_ask(
    gen: Generator,
    texture: Texture,
    how: How,
    overload: Overload,
    request: TextureRequest,
    *,
    together: bool,
) -> bool:
    """Whether it is known what a function gives here."""
    if gen.wgsl and together is not (overload.name in _IMPLICIT):
        return False
    if request.kind in _GATHERS and texture.shape == "Cube":
        # Of one texel, no corner of four is inside of a face.
        return texture.size[0] > 1
    return not (request.kind == "sample" and how.filter == LINEAR)


def _draw(
    gen: Generator, texture: Texture, how: How, overload: Overload, request: TextureRequest
) -> Asked:
    rng, count = gen.rng, texture.level_count
    is_any = request.lod is not None and 1 < count <= _SHALLOW and rng.chance(0.3)
    has_level = request.level is not None or request.lod is not None
    level = rng.below(count) if has_level and not is_any else 0
    width, height, depth = texture.size
    if texture.shape == "3D":
        depth = level_side(depth, level)
    sides = level_side(width, level), level_side(height, level), depth
    offset: tuple[int, ...] = ()
    if request.offset is not None:
        axes = 3 if texture.shape == "3D" else _FLAT
        most = [_FARTHEST if request.kind != "fetch" else side - 1 for side in sides[:axes]]
        offset = tuple(rng.between(-min(one, _FARTHEST), min(one, _FARTHEST)) for one in most)
    return Asked(texture, how, overload, request, level, is_any, sides, offset)


def _argument(gen: Generator, asked: Asked, k: int, type: Type) -> Expression:
    request, rng = asked.request, gen.rng
    if k == request.texture:
        return Name(name=asked.texture.name)
    if k == request.sampler:
        return Name(name=asked.how.name)
    if k == request.place:
        return _place(gen, asked, type)
    if k == request.offset:
        return _vector(gen, type, [literal(gen, one, INT) for one in asked.offset])
    if k == request.lod:
        return _lod(gen, asked)
    if k == request.reference:
        return _reference(gen)
    assert type.scalar is not None
    if k == request.layer:
        return _index(gen, type.scalar, 0, asked.texture.size[2] - 1)
    if k == request.level:
        return gen.syntax.literal(asked.level, type.scalar)
    if k == request.channel:
        return gen.syntax.literal(rng.below(CHANNELS), type.scalar)
    return _slope(gen, type)


def _vector(gen: Generator, type: Type, items: list[Expression]) -> Expression:
    return gen.syntax.construct(type, tuple(items)) if isinstance(type, Vector) else items[0]


def _number(gen: Generator, value: float) -> Expression:
    return gen.syntax.literal(value, FLOAT)


def _whole_number(gen: Generator, most: int) -> Expression:
    """Return a float that is a whole number from 0 to `most`, one less than a power of two."""
    return gen.syntax.construct(FLOAT, (binary("&", operand(gen, INT), literal(gen, most, INT)),))


def _up_to(most: int) -> int:
    """Return the largest number of the form 2^k - 1 that is no more."""
    return (1 << (most + 1).bit_length() - 1) - 1


# ---- coordinates


def _place(gen: Generator, asked: Asked, type: Type) -> Expression:
    request, texture = asked.request, asked.texture
    is_any = not (request.projected or asked.offset) and gen.has_types((type,))
    if is_any and gen.rng.chance(_RAW):
        return operand(gen, type)
    if request.kind == "fetch":
        return _inside(gen, asked, type)
    if texture.shape == "Cube":
        return _direction(gen, asked, type)
    axes = 3 if texture.shape == "3D" else _FLAT
    parts = [_coordinate(gen, asked, side) for side in asked.sides[:axes]]
    if request.projected:
        return _project(gen, type, parts)
    if "Array" in texture.shape and request.layer is None:
        parts.append(_whole_number(gen, _up_to(asked.sides[2])))
    if request.kind == "compare" and request.reference is None:
        parts.append(_reference(gen))
    return _vector(gen, type, parts)


def _coordinate(gen: Generator, asked: Asked, side: int) -> Expression:
    """`(float(i & 7) + 0.5) * 0.25`: in a texel, or in the wrapped continuation on both sides; of a
    gather next to the corner of four.
    """
    rng = gen.rng
    within = rng.choose(_BESIDE if asked.request.kind in _GATHERS else _WITHIN)
    start = rng.choose((0, 0, 0, 1, -2, -side))
    texel = binary("+", _whole_number(gen, rng.choose(_TURNS)), _number(gen, start + within))
    return binary("*", texel, _number(gen, 1.0 / side))


def _project(gen: Generator, type: Type, parts: list[Expression]) -> Expression:
    """Return coordinates that the last one divides."""
    assert isinstance(type, Vector)
    by = gen.rng.choose(_DIVISORS)
    scaled = [binary("*", one, _number(gen, by)) for one in parts]
    between = [_number(gen, 0.5) for _ in range(type.size - len(parts) - 1)]
    return _vector(gen, type, [*scaled, *between, _number(gen, by)])


def _direction(gen: Generator, asked: Asked, type: Type) -> Expression:
    """Return a direction to a place inside of a face: of a gather next to a corner of four."""
    rng, side = gen.rng, asked.sides[0]
    is_gather = asked.request.kind in _GATHERS
    last, first = (side - 2, 1) if is_gather else (side - 1, 0)
    length = rng.choose(_DIVISORS)
    items: list[Expression] = []
    for _ in range(_FLAT):
        within = rng.choose(_BESIDE if is_gather else _WITHIN)
        step, start = 2.0 * length / side, (first + within) * 2.0 / side - 1.0
        moved = binary("*", _whole_number(gen, _up_to(last)), _number(gen, step))
        items.append(binary("+", moved, _number(gen, start * length)))
    items.insert(rng.below(3), _number(gen, rng.choose((length, -length))))
    return _vector(gen, type, items)


def _inside(gen: Generator, asked: Asked, type: Type) -> Expression:
    """Return the place of a texel that is there, also with the offset."""
    assert type.scalar is not None
    axes = 2 if asked.texture.shape == "2D" or asked.request.layer is not None else 3
    items = []
    for axis, side in enumerate(asked.sides[:axes]):
        moved = asked.offset[axis] if axis < len(asked.offset) else 0
        items.append(_index(gen, type.scalar, max(0, -moved), side - 1 - max(0, moved)))
    return _vector(gen, type, items)


def _index(gen: Generator, scalar: Scalar, low: int, high: int) -> Expression:
    """Return an integer from `low` to `high`."""
    value = operand(gen, scalar)
    if low == 0 and _up_to(high) == high:
        return binary("&", value, literal(gen, high, scalar))
    return call("clamp", value, literal(gen, low, scalar), literal(gen, high, scalar))


# ---- the other arguments


def _lod(gen: Generator, asked: Asked) -> Expression:
    """Return the level of a sample; of one level it may be any."""
    rng, count = gen.rng, asked.texture.level_count
    if asked.is_any_level:
        return _whole_number(gen, _up_to(count))
    if count == 1 and rng.chance(0.3):
        return operand(gen, FLOAT)
    return _number(gen, asked.level + rng.choose(_AROUND))


def _reference(gen: Generator) -> Expression:
    """Return a number in the middle between two depths."""
    middle = binary("+", _whole_number(gen, MODULUS - 2), _number(gen, 0.5))
    return binary("*", middle, _number(gen, 1.0 / (MODULUS - 1)))


def _slope(gen: Generator, type: Type) -> Expression:
    """Return a derivative, or a bias: they choose among levels alone."""
    count = type.size if isinstance(type, Vector) else 1
    return _vector(gen, type, [_number(gen, gen.rng.between(-4, 4) / 4) for _ in range(count)])
