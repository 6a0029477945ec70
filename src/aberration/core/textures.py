"""Textures that a program samples, made of a number so that a case stays text.

Each texel is a function of its place (`texel`), and small enough that 16-bit floats hold it: all
drivers have the same values, and our interpreters compute them.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput
from aberration.core.levels import level_number, level_side, most_levels
from aberration.core.shapes import (
    LARGEST_SIDE,
    MOST_CUBES,
    SHAPES,
    Shape,
    geometry_of,
    is_cube,
    is_shadow,
    may_have_levels,
    sides_of,
)

Numbers = Literal["float", "int", "uint"]
Wrap = Literal["repeat", "clamp", "mirror"]
Filter = Literal["linear"] | msgspec.UnsetType
"""How texels are sampled: unset is the nearest one, and in no digest of a program."""
Mip = Literal["linear"] | msgspec.UnsetType
"""How levels are: unset is the nearest one, and in no digest of a program; linear is a weighted sum
of two.
"""
Levels = int | msgspec.UnsetType
"""How many levels there are, from 2 on: unset is one, and in no digest of a program."""
Compare = (
    Literal["never", "less", "equal", "lequal", "greater", "notequal", "gequal", "always"]
    | msgspec.UnsetType
)
"""How a reference has to stand to a depth: unset is `LEQUAL` of a texture of depths, and a sampler
that compares nothing."""

NEAREST: Final = "nearest"
LINEAR: Final = "linear"
"""The words of a file for both filters, and for both ways to take levels."""
NO_BINDING: Final = -1
"""The binding of a texture whose file names none."""
DEFAULT: Final = "DEFAULT"
"""GraphicsFuzz's word for its own picture, and ours for picture 0 where more than that is said."""
GRAPHICSFUZZ: Final = -1
"""The number of GraphicsFuzz's own picture, which is of two dimensions, floats and one level."""
GRAPHICSFUZZ_SIZE: Final = (256, 256, 1)
LEQUAL: Final = "lequal"
"""How depths are compared where nothing else is said."""
COMPARES: Final[tuple[Compare, ...]] = (
    "never",
    "less",
    "equal",
    LEQUAL,
    "greater",
    "notequal",
    "gequal",
    "always",
)
"""In the order of their numbers in OpenGL and Vulkan: sums of 1 (less), 2 (equal), 4 (greater)."""
SAMPLER: Final = "sampler"
"""The setter of a sampler that stands alone, as in WGSL."""
WRAPS: Final[tuple[Wrap, ...]] = ("repeat", "clamp", "mirror")
MODULUS: Final = 257
"""Texels are 0 to 256: of floats these are shares of 256, so that one is among them."""
FACTORS: Final = (37, 101, 59, 7, 71, 13)
"""What x, y, z, x * y, the channel and the number of the picture count in a texel. As all are less
than `MODULUS`, a prime, neighbours differ.
"""
CHANNELS: Final = 4
MOST_IN_WGSL: Final = 16
"""Textures of one stage, and samplers, that each device of WebGPU takes: the default limits."""
_DEFAULT_SIDE: Final = 16
_DEFAULT_DEPTH: Final = 4
_DEFAULT_CUBES: Final = 2
_NUMBERS: Final[Mapping[str, Numbers]] = MappingProxyType({"": "float", "i": "int", "u": "uint"})
_FORMATS: Final[Mapping[Numbers, str]] = MappingProxyType({"float": "e", "int": "i", "uint": "I"})
_WORDS: Final = (
    "func",
    "texture",
    "size",
    "levels",
    "wrap",
    "filter",
    "mip",
    "compare",
    "binding",
    "set",
    "args",
)


SETTERS: Final[Mapping[str, tuple[Numbers, Shape]]] = MappingProxyType(
    {
        f"{letter}sampler{shape}": (numbers, shape)
        for letter, numbers in _NUMBERS.items()
        for shape in SHAPES
        if not (letter and is_shadow(shape))
    }
)
"""What `func` says of a texture: GLSL's sampler types, also for textures of WGSL."""


class Texture(msgspec.Struct, frozen=True):
    """A texture; `size` is width, height (1 in one dimension), and depth, layers or faces (1 for
    "1D" and "2D") of its level 0.

    `number` says which picture it is. It is sampled as `filter` says, from levels as `mip` says,
    both linear for floats alone, and wrapped in all directions alike, but for a cube. In WGSL,
    `binding` is the texture's, and a `Sampler` says how it is wrapped and filtered. Cubes and
    textures of depths or of one dimension have one level.
    """

    name: str
    shape: Shape = "2D"
    numbers: Numbers = "float"
    size: tuple[int, int, int] = (_DEFAULT_SIDE, _DEFAULT_SIDE, 1)
    number: int = 0
    wrap: Wrap = "repeat"
    binding: int = NO_BINDING
    descriptor_set: int = 0
    filter: Filter = msgspec.UNSET
    levels: Levels = msgspec.UNSET
    compare: Compare = msgspec.UNSET
    mip: Mip = msgspec.UNSET

    @property
    def level_count(self) -> int:
        """Return how many levels there are."""
        return 1 if self.levels is msgspec.UNSET else self.levels


class Sampler(msgspec.Struct, frozen=True):
    """A sampler that stands alone, as in WGSL: it says how a texture is wrapped and filtered."""

    name: str
    wrap: Wrap = "repeat"
    binding: int = 0
    descriptor_set: int = 0
    filter: Filter = msgspec.UNSET
    compare: Compare = msgspec.UNSET
    mip: Mip = msgspec.UNSET


def texel(texture: Texture, place: tuple[int, int, int], channel: int) -> int:
    """Return a channel of a texel, from 0 to 256; of floats it is this share of 256."""
    return texel_of(texture.number, place, channel)


def texel_of(number: int, place: tuple[int, int, int], channel: int) -> int:
    """Return a channel of a texel of the picture of this number, from 0 to 256."""
    x, y, z = place
    if number == GRAPHICSFUZZ:
        return (x, x ^ y, y, MODULUS - 1)[channel]
    terms = (x, y, z, x * y, channel, number)
    return sum(one * factor for one, factor in zip(terms, FACTORS, strict=True)) % MODULUS


def level_of(texture: Texture, level: int) -> Texture:
    """Return a level as a texture of one: half as wide as the one before it, half as high and, in
    three dimensions, half as deep; the layers of an array are as many.
    """
    width, height, depth = (level_side(side, level) for side in texture.size)
    size = (width, height, depth if texture.shape == "3D" else texture.size[2])
    number = level_number(texture.number, level)
    return msgspec.structs.replace(texture, size=size, number=number, levels=msgspec.UNSET)


def each_level(texture: Texture) -> tuple[Texture, ...]:
    """Return all levels, each as a texture of one, the largest first."""
    return tuple(level_of(texture, level) for level in range(texture.level_count))


def setter_of(texture: Texture) -> str:
    """Return the setter of a texture, which is GLSL's type of the sampler for it."""
    wanted = (texture.numbers, texture.shape)
    return next(word for word, row in SETTERS.items() if row == wanted)


def texel_bytes(texture: Texture) -> bytes:
    """Return all texels of level 0, four channels each, rows one after the other and the first one
    at 0: 16-bit floats, or 32-bit integers; of a texture of depths one 32-bit float each.
    """
    width, height, depth = texture.size
    if texture.number == GRAPHICSFUZZ:
        return _graphicsfuzz_bytes(width, height)
    whole = _whole_texels(texture.numbers)
    rows = [
        (texel(texture, (0, y, z), 0), FACTORS[0] + FACTORS[3] * y)
        for z in range(depth)
        for y in range(height)
    ]
    if is_shadow(texture.shape):
        depths = [(first + step * x) % MODULUS for first, step in rows for x in range(width)]
        return struct.pack(f"<{len(depths)}f", *(one / (MODULUS - 1) for one in depths))
    return b"".join(
        whole[(first + step * x) % MODULUS] for first, step in rows for x in range(width)
    )


def _whole_texels(numbers: Numbers) -> list[bytes]:
    """Return the bytes of a texel by its first channel, which says what the others are."""
    form = f"<{CHANNELS}{_FORMATS[numbers]}"
    steps = [FACTORS[4] * channel for channel in range(CHANNELS)]
    texels = [[(first + step) % MODULUS for step in steps] for first in range(MODULUS)]
    if numbers == "float":
        return [struct.pack(form, *(one / (MODULUS - 1) for one in values)) for values in texels]
    return [struct.pack(form, *values) for values in texels]


def _graphicsfuzz_bytes(width: int, height: int) -> bytes:
    shares = [struct.pack("<e", one / (MODULUS - 1)) for one in range(MODULUS)]
    return b"".join(
        shares[x] + shares[x ^ y] + shares[y] + shares[-1]
        for y in range(height)
        for x in range(width)
    )


def own_picture(name: str, shape: Shape, numbers: Numbers, number: int) -> Texture:
    """Return the texture that a program gets where its inputs give others and not this one."""
    depth = _DEFAULT_CUBES if shape == "CubeArray" else _DEFAULT_DEPTH
    told = [depth if side == 2 else _DEFAULT_SIDE for side in geometry_of(shape).told]
    return Texture(name, shape, numbers, _whole_size(shape, told), number)


def _whole_size(shape: Shape, told: Sequence[int]) -> tuple[int, int, int]:
    """Return the three sides of a texture of whose sides a file tells these, from the first on."""
    known = geometry_of(shape)
    found = dict(zip(known.told, told, strict=False))
    depth = found[2] * known.depth if 2 in found else known.depth
    return found[0], found.get(1, 1), depth


# ---- in the file beside a shader


def is_texture(entry: object) -> bool:
    """Whether an entry is a texture or a sampler: GraphicsFuzz has `"func": "sampler2D"`."""
    if not isinstance(entry, dict):
        return False
    function = entry.get("func")
    return "texture" in entry or (isinstance(function, str) and "sampler" in function)


def read_texture(name: str, entry: dict[str, object], where: str) -> Texture | Sampler | None:
    """Return a texture or sampler of a file, None for one of a kind that is not made here, such as
    one of several samples or a file's picture; raise `BadInput` for what it may not say.
    """
    for word in entry:
        if word not in _WORDS:
            raise BadInput(
                f"texture {name!r}: expected {', '.join(_WORDS)}, but {word!r} came", where=where
            )
    wrap = _wrap(name, entry.get("wrap", WRAPS[0]), where)
    filtered = _filter(name, entry, "filter", where)
    mip = _filter(name, entry, "mip", where)
    compare = _compare(name, entry.get("compare"), where)
    binding = _natural(name, entry, "binding", NO_BINDING, where)
    group = _natural(name, entry, "set", 0, where)
    if entry.get("func") == SAMPLER:
        return Sampler(name, wrap, max(binding, 0), group, filtered, compare, mip)
    found, picture = SETTERS.get(str(entry.get("func", ""))), entry.get("texture", DEFAULT)
    if found is None or (isinstance(picture, str) and picture != DEFAULT):
        return None
    numbers, shape = found
    if filtered == LINEAR and numbers != "float":
        raise BadInput(
            f"texture {name!r}: expected floats for a linear filter, but {numbers} came",
            where=where,
        )
    if mip == LINEAR and (numbers != "float" or not may_have_levels(shape)):
        message = "expected floats in 2D, 3D or 2DArray for linear levels"
        raise BadInput(f"texture {name!r}: {message}", where=where)
    if is_shadow(shape) and filtered == LINEAR:
        raise BadInput(f"texture {name!r}: expected no linear filter for depths", where=where)
    if compare is not msgspec.UNSET and not is_shadow(shape):
        raise BadInput(f"texture {name!r}: expected 'compare' of depths alone", where=where)
    size = _size(name, entry.get("size"), shape, where)
    number = _number(name, picture, where)
    if picture == DEFAULT and found == ("float", "2D") and not {"size", "levels"} & set(entry):
        number, size = GRAPHICSFUZZ, GRAPHICSFUZZ_SIZE
    most = most_levels(size, is_deep=shape == "3D") if may_have_levels(shape) else 1
    levels = _levels(name, entry.get("levels", 1), most, where)
    return Texture(
        name, shape, numbers, size, number, wrap, binding, group, filtered, levels, compare, mip
    )


def texture_entry(one: Texture | Sampler) -> dict[str, object]:
    """Return what a file says of a texture or sampler, so that `read_texture` gives it back."""
    place = {} if one.binding == NO_BINDING else {"binding": one.binding, "set": one.descriptor_set}
    how: dict[str, object] = {"wrap": one.wrap}
    if one.filter == LINEAR:
        how["filter"] = LINEAR
    if one.mip == LINEAR:
        how["mip"] = LINEAR
    if one.compare is not msgspec.UNSET:
        how["compare"] = one.compare
    if isinstance(one, Sampler):
        return {"func": SAMPLER, **how, **place}
    size = list(sides_of(one.shape, one.size)[: len(geometry_of(one.shape).told)])
    picture: dict[str, object] = {"texture": one.number, "size": size}
    if one.number == GRAPHICSFUZZ:
        picture = {"texture": DEFAULT}
    levels = {} if one.levels is msgspec.UNSET else {"levels": one.levels}
    return {"func": setter_of(one), **picture, **levels, **how, **place}


def _wrap(name: str, given: object, where: str) -> Wrap:
    for one in WRAPS:
        if given == one:
            return one
    raise BadInput(
        f"texture {name!r}: expected 'wrap' to be {', '.join(WRAPS)}, but {given!r} came",
        where=where,
    )


def _filter(name: str, entry: dict[str, object], key: str, where: str) -> Filter:
    given = entry.get(key, NEAREST)
    if given == NEAREST:
        return msgspec.UNSET
    if given == LINEAR:
        return LINEAR
    raise BadInput(
        f"texture {name!r}: expected {key!r} to be {NEAREST} or {LINEAR}, but {given!r} came",
        where=where,
    )


def _compare(name: str, given: object, where: str) -> Compare:
    if given is None:
        return msgspec.UNSET
    for one in COMPARES:
        if given == one:
            return one
    words = ", ".join(map(str, COMPARES))
    raise BadInput(
        f"texture {name!r}: expected 'compare' to be {words}, but {given!r} came", where=where
    )


def _size(name: str, given: object, shape: Shape, where: str) -> tuple[int, int, int]:
    """Return three sides; a missing depth is 1, and so is one of layers or cubes."""
    told = geometry_of(shape).told
    least = len([side for side in told if side < 2])
    sides: Sequence[object] = given if isinstance(given, list) else ()
    sides = [_DEFAULT_SIDE] * least if given is None else sides
    numbers = [one for one in sides if isinstance(one, int) and 1 <= one <= LARGEST_SIDE]
    if not least <= len(sides) <= len(told) or len(numbers) != len(sides):
        count = f"{len(told)} number{'s' if len(told) > 1 else ''}"
        message = f"expected 'size' of {count} from 1 to {LARGEST_SIDE}, but {given!r} came"
        raise BadInput(f"texture {name!r}: {message}", where=where)
    if is_cube(shape) and numbers[0] != numbers[1]:
        raise BadInput(
            f"texture {name!r}: expected the sides of a cube to be the same, but {given!r} came",
            where=where,
        )
    if is_cube(shape) and numbers[2:] > [MOST_CUBES]:
        message = f"expected {MOST_CUBES} cubes at most, but {given!r} came"
        raise BadInput(f"texture {name!r}: {message}", where=where)
    return _whole_size(shape, numbers)


def _levels(name: str, given: object, most: int, where: str) -> Levels:
    if isinstance(given, int) and not isinstance(given, bool) and 1 <= given <= most:
        return msgspec.UNSET if given == 1 else given
    message = f"expected 'levels' from 1 to {most}, as its shape and size allow, but {given!r} came"
    raise BadInput(f"texture {name!r}: {message}", where=where)


def _number(name: str, given: object, where: str) -> int:
    if given == DEFAULT:
        return 0
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < MODULUS:
        return given
    message = f"expected {DEFAULT!r} or a number below {MODULUS}, but {given!r} came"
    raise BadInput(f"texture {name!r}: {message}", where=where)


def _natural(name: str, entry: dict[str, object], key: str, default: int, where: str) -> int:
    given = entry.get(key, default)
    if isinstance(given, int) and not isinstance(given, bool) and given in (default, *range(1024)):
        return given
    message = f"expected a small natural number for {key!r}, but {given!r} came"
    raise BadInput(f"texture {name!r}: {message}", where=where)
