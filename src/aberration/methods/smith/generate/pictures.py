"""The textures that a program samples: how they are declared, filled, wrapped and filtered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.levels import most_levels
from aberration.core.rng import Rng
from aberration.core.shapes import FACES, Shape, is_shadow, may_have_levels
from aberration.core.textures import (
    COMPARES,
    LINEAR,
    MODULUS,
    NO_BINDING,
    SAMPLER,
    SETTERS,
    WRAPS,
    Compare,
    Filter,
    Levels,
    Numbers,
    Sampler,
    Texture,
    setter_of,
)
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.opaque import TEXTURES
from aberration.languages.shading.sampled.requests import request_of
from aberration.languages.shading.tree import (
    Attribute,
    Declaration,
    Declare,
    LanguageName,
    TypeName,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import Opaque

from .picture import How, Picture, Row
from .resources import attribute_of, places_of
from .state import Generator

_SHAPES: Final[tuple[Shape, ...]] = ("2D", "3D", "2DArray", "Cube", "2DShadow", "2DArrayShadow")
KINDS: Final = tuple(row for row in SETTERS.values() if row[1] in _SHAPES)
"""The numbers and shapes that all languages have in all versions that are generated."""
_MOST: Final = 3
_MOST_LAYERS: Final = 5
_WITH_HALVES: Final = (1, 2, 4, 8, 16, 32)
_PLAIN: Final = (*_WITH_HALVES, 3, 5, 7, 12)
_MOST_LEVELS: Final = 5
"""The middle of a texel of the first level is inside of one of each of the others."""
_SEVERAL_SAMPLERS: Final = 2
_BINDS: Final[Mapping[LanguageName, int]] = MappingProxyType({"glsl": 420, "essl": 310, "wgsl": 0})
"""The first versions in which a text says where a texture is bound."""
_MOVED: Final = 430
"""The version of GLSL that has `textureOffset` for a `sampler2DArrayShadow`; no ESSL has it."""


class Given(msgspec.Struct, frozen=True):
    """The declarations of textures and samplers, and what the inputs have for them."""

    declarations: tuple[Declaration, ...]
    textures: tuple[Texture, ...]
    samplers: tuple[Sampler, ...]


def declare_pictures(gen: Generator, rng: Rng, first: int) -> Given:
    """Declare one to three textures, and samplers where these stand alone, from the binding `first`
    on (where the version of GLSL or ESSL has none, they are found by their names).
    """
    textures = [_texture(gen, rng) for _ in range(rng.between(1, _MOST))]
    samplers: list[Sampler] = []
    if gen.version >= _BINDS[gen.language]:
        textures = [msgspec.structs.replace(one, binding=first + k)
                    for k, one in enumerate(textures)]  # fmt: skip
    if gen.wgsl:
        samplers = list(_samplers(gen, rng, textures, first + len(textures)))
    gen.pictures.extend(_picture(gen, one, samplers) for one in textures)
    declarations = (
        *(_declaration(gen, one) for one in textures),
        *(_declared_sampler(one) for one in samplers),
    )
    return Given(declarations, tuple(textures), tuple(samplers))


def _texture(gen: Generator, rng: Rng) -> Texture:
    numbers, shape = rng.choose(KINDS)
    has_levels = may_have_levels(shape) and rng.chance(0.4)
    # Halves of these sides have the middles of texels where the rewritten program has them.
    size = _size(rng, shape, _WITH_HALVES if has_levels else _PLAIN)
    levels: Levels = msgspec.UNSET
    most = min(most_levels(size, is_deep=shape == "3D"), _MOST_LEVELS)
    if has_levels and most > 1:
        levels = rng.between(2, most)
    wrap, compare = rng.choose(WRAPS), _compare(rng, is_depth=is_shadow(shape) and not gen.wgsl)
    return Texture(
        gen.name("picture"),
        shape,
        numbers,
        size,
        rng.below(MODULUS),
        wrap,
        filter=_filter(rng, shape, numbers),
        levels=levels,
        compare=compare,
    )


def _size(rng: Rng, shape: Shape, sides: tuple[int, ...]) -> tuple[int, int, int]:
    width, height = rng.choose(sides), rng.choose(sides)
    if shape == "Cube":
        return width, width, FACES
    if shape == "3D":
        return width, height, rng.choose([one for one in sides if one < _PLAIN[-1]])
    return width, height, rng.between(1, _MOST_LAYERS) if "Array" in shape else 1


def _filter(rng: Rng, shape: Shape, numbers: Numbers) -> Filter:
    is_smooth = numbers == "float" and not is_shadow(shape) and rng.chance(0.25)
    return LINEAR if is_smooth else msgspec.UNSET


def _compare(rng: Rng, *, is_depth: bool) -> Compare:
    return rng.choose(COMPARES) if is_depth else msgspec.UNSET


def _samplers(gen: Generator, rng: Rng, textures: list[Texture], first: int) -> Iterator[Sampler]:
    """Give WGSL's samplers: one or two for textures, one for depths, where there are such."""
    depths = [one for one in textures if is_shadow(one.shape)]
    floats = [one for one in textures if one.numbers == "float" and one not in depths]
    kinds = [False] * (rng.between(1, _SEVERAL_SAMPLERS) if floats else 0) + [True] * bool(depths)
    for k, compares in enumerate(kinds):
        yield Sampler(
            gen.name("sampler"),
            rng.choose(WRAPS),
            first + k,
            filter=msgspec.UNSET if compares else _filter(rng, "2D", "float"),
            compare=_compare(rng, is_depth=compares),
        )


def _picture(gen: Generator, texture: Texture, samplers: list[Sampler]) -> Picture:
    hows: tuple[How, ...] = (texture,)
    if gen.wgsl:
        compares = is_shadow(texture.shape)
        hows = tuple(one for one in samplers if (one.compare is not msgspec.UNSET) is compares)
    table = lookup(gen.language, gen.version, gen.stage)
    found = (one for name in sorted(table.names) for one in table.overloads(name))
    rows = tuple(row for one in found if (row := _row(gen, texture, one)) is not None)
    return Picture(texture, hows, rows)


def _row(gen: Generator, texture: Texture, overload: Overload) -> Row | None:
    """Return a function and what it asks; None where it takes other textures, or where it is open
    what it gives of several levels.
    """
    if "texture" not in overload.builtin.theme or (request := request_of(overload)) is None:
        return None
    type = overload.types[request.texture]
    assert isinstance(type, Opaque)
    assert type.component is not None
    if (type.shape, type.component.kind) != (texture.shape, texture.numbers):
        return None
    if (
        texture.shape == "2DArrayShadow"
        and overload.name == "textureOffset"
        and gen.version < _MOVED
    ):
        return None
    by_slopes = request.kind in ("sample", "compare") and request.lod is None
    return None if by_slopes and texture.level_count > 1 else (overload, request)


# ---- declarations


def _declaration(gen: Generator, texture: Texture) -> Declaration:
    """`uniform highp sampler2D NAME;` in GLSL and ESSL, WGSL's `var NAME: texture_2d<f32>;`."""
    if not gen.wgsl:
        made = Declared(
            kind="var",
            name=texture.name,
            type=TypeName(name=setter_of(texture)),
            storage="uniform",
            precision="highp" if gen.language == "essl" else "",
            attributes=_place(texture),
        )
        return Declare(variables=(made,))
    (name,) = (
        one.wgsl
        for one in TEXTURES.values()
        if (one.shape, one.component and one.component.kind) == (texture.shape, texture.numbers)
        and not one.format
    )
    stem, _, component = name.partition("<")
    args = (TypeName(name=component.removesuffix(">")),) if component else ()
    return _handle(texture, TypeName(name=stem, args=args))


def _place(texture: Texture) -> tuple[Attribute, ...]:
    """Return GLSL's `layout(binding = 3)`, where the texture has one."""
    if texture.binding == NO_BINDING:
        return ()
    return (attribute_of("binding", texture.binding, "int"),)


def _handle(one: How, type: TypeName) -> Declaration:
    made = Declared(
        kind="var", name=one.name, type=type, storage="handle", attributes=places_of(one.binding)
    )
    return Declare(variables=(made,))


def _declared_sampler(one: Sampler) -> Declaration:
    name = SAMPLER if one.compare is msgspec.UNSET else f"{SAMPLER}_comparison"
    return _handle(one, TypeName(name=name))
