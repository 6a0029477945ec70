"""Samples, gathers and fetches of textures, and questions about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.core.blends import (
    UNBLENDED,
    blended_texel,
    blending_picture,
    is_blended_nowhere,
)
from aberration.core.comparisons import (
    NEAR,
    NEAR_FOUR,
    are_comparisons_open,
    compared_texel,
    comparing_picture,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.levels import LEVEL_0, OPEN_LODS, exactly
from aberration.core.lods import AXES, lods_of_slopes
from aberration.core.shapes import geometry_of, sides_of
from aberration.core.texels import (
    AMID,
    BETWEEN,
    FAR,
    LEVEL_OPEN,
    NO_LEVEL,
    OUTSIDE,
    Whole,
    fetched_texel,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_level_open,
    is_missing,
    is_outside,
    picture_of,
    sampled_texel,
    size_of,
    size_of_level,
)
from aberration.core.textures import MODULUS
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.images import (
    COMPARISONS,
    HANDLES,
    LOOKED_UP,
    Kind,
    TexelRequest,
)
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import Undefined

from .code import Cells, tuple_text
from .runtime import single
from .writer import WRITERS, Writer

Floats = tuple[float, ...]
_NO_PLACE: Final = "0"


def sample(at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0) -> Whole:
    """Return the channels of the nearest texel; raise `Undefined` where it is open which it is."""
    if is_level_open(at, offset, size, picture, lods):
        raise Undefined("invalid-argument", LEVEL_OPEN)
    if is_between(at, offset, size, picture, lods):
        raise Undefined("invalid-argument", BETWEEN)
    return sampled_texel(at, offset, size, picture, lods)


def filtered_sample(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> Floats:
    """Return the channels with a linear filter; raise `Undefined` where no sum is known."""
    if is_level_open(at, offset, size, picture, lods):
        raise Undefined("invalid-argument", LEVEL_OPEN)
    if is_filtered_nowhere(at, offset, size, picture, lods):
        raise Undefined("invalid-argument", FAR)
    return tuple(single(one) for one in filtered_texel(at, offset, size, picture, lods))


def blended_sample(at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats) -> Floats:
    """Return the channels of two levels; raise `Undefined` where no sum is known."""
    if is_blended_nowhere(at, offset, size, picture, lods):
        raise Undefined("invalid-argument", UNBLENDED)
    return tuple(single(one) for one in blended_texel(at, offset, size, picture, lods))


def slopes_at_will(slopes: Floats, size: Whole, bias: float) -> Floats:
    """Return the level of detail of six slopes."""
    return lods_of_slopes(slopes, slopes, slopes, size, exactly(bias), is_promised=True)


def gather(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return a channel of four texels; raise `Undefined` where it is open which these are."""
    if is_amid(at, offset, size, picture):
        raise Undefined("invalid-argument", AMID)
    return gathered_texels(at, offset, size, picture)


def compare(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the result of a comparison; raise `Undefined` where it is open."""
    if is_comparison_open(at, offset, size, picture):
        raise Undefined("invalid-argument", NEAR)
    return compared_texel(at, offset, size, picture)


def gather_comparisons(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the results of four comparisons; raise `Undefined` where one of them is open."""
    if are_comparisons_open(at, offset, size, picture):
        raise Undefined("invalid-argument", NEAR_FOUR)
    return gathered_comparisons(at, offset, size, picture)


def fetch(at: Whole, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the channels of a texel; raise `Undefined` where there is none."""
    if is_outside(at, offset, size, picture):
        raise Undefined("invalid-argument", OUTSIDE)
    return fetched_texel(at, offset, size, picture)


def ask_size(at: Whole, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the sides of a level; raise `Undefined` where there is no such level."""
    if is_missing(at, offset, size, picture):
        raise Undefined("invalid-argument", NO_LEVEL)
    return size_of_level(at, offset, size, picture)


_MEANINGS: Final[dict[Kind, Callable[..., Floats]]] = {
    "sample": sample,
    "gather": gather,
    "fetch": fetch,
    "size": ask_size,
    "compare": compare,
    "gather compare": gather_comparisons,
}


def _handle(w: Writer, found: Instruction) -> None:
    w.alias(found.result_id, [])


def _look_up(w: Writer, found: Instruction) -> None:
    request = w.unit.images.request(found)
    if request.kind == "levels":
        w.values[found.result_id] = [str(request.texture.level_count)]
        return
    if request.kind == "size":
        _answer(w, found, request)
        return
    for value_id in request.ignored:
        w.need_known(w.cells(value_id))
    names = w.names(found.result_id)
    rest = ", *_" if request.kind == "compare" else ""
    place = _fetched_place(w, request) if request.kind == "fetch" else _place(w, request)
    lods = _lods(w, found, request) if request.chooses_level else ""
    w.put(f"{', '.join(names)}{rest} = {_lookup_text(w, request, place, lods)}")
    is_whole = not (request.is_filtered or request.is_blended)
    if request.texture.numbers == "float" and is_whole:
        w.put(f"{', '.join(names)} = {', '.join(f'{name} / {MODULUS - 1}' for name in names)}")
    w.known.update(names)


def _lods(w: Writer, found: Instruction, request: TexelRequest) -> str:
    """Return what the level of detail of a sample is: three numbers."""
    w.unit.namespace[exactly.__name__] = exactly
    if request.lod:
        return f"{exactly.__name__}({w.one(request.lod)} + 0.0)"
    if request.is_implicit:
        slopes = _own_slopes(w, found, request)
    elif request.slopes:
        slopes = tuple_text([cell for one in request.slopes for cell in _slopes(w, request, one)])
    else:
        return str(OPEN_LODS)
    w.unit.namespace[slopes_at_will.__name__] = slopes_at_will
    bias = w.one(request.bias) if request.bias else "0.0"
    return f"{slopes_at_will.__name__}({slopes}, {size_of(request.texture)}, {bias} + 0.0)"


def _own_slopes(w: Writer, found: Instruction, request: TexelRequest) -> str:
    """Write the pause at which the neighbours' coordinates come; return the name of six slopes."""
    cells = w.cells(request.place)[: request.directions]
    w.need_known(cells)
    name = f"s{found.result_id}"
    w.put(f"{name} = yield {w.unit.site(found)}, {tuple_text(cells)}")
    return name


def _slopes(w: Writer, request: TexelRequest, value_id: int) -> Cells:
    """Return three slopes in a direction that a shader gives."""
    cells = w.cells(value_id)[: request.directions]
    w.need_known(cells)
    return [*cells, *["0.0"] * (AXES - len(cells))]


def _lookup_text(w: Writer, request: TexelRequest, place: Cells, lods: str = "") -> str:
    """Return the call that looks up what is asked at a place."""
    meaning = filtered_sample if request.is_filtered else _MEANINGS[request.kind]
    if request.is_blended:
        meaning = blended_sample
    w.unit.namespace[meaning.__name__] = meaning
    if request.is_blended:
        picture = blending_picture(request.texture)
    elif request.kind in COMPARISONS:
        picture = comparing_picture(request.texture, request.texture)
    else:
        picture = picture_of(request.texture, request.channel)
    given: list[object] = [tuple_text(place), request.offset, size_of(request.texture), picture]
    if lods:
        given.append(lods)
    return f"{meaning.__name__}({', '.join(map(str, given))})"


def _place(w: Writer, request: TexelRequest) -> Cells:
    """Return three coordinates, and what divides them; of a comparison the reference, of an array
    of cubes the layer.
    """
    cells = w.cells(request.place)
    places = [request.at(axis) for axis in range(4)]
    last = cells[request.divisor] if request.divisor else "1.0"
    if request.reference:
        last = w.one(request.reference)
    x, y, z, layer = (None if at is None else cells[at] for at in places)
    return [x or _NO_PLACE, y or _NO_PLACE, z or _NO_PLACE, layer or last]


def _fetched_place(w: Writer, request: TexelRequest) -> Cells:
    """Return three numbers, and the level."""
    leaf = w.leaf_of(request.place)
    cells = w.cells(request.place)
    level = _number(w.leaf_of(request.level), w.one(request.level)) if request.level else _NO_PLACE
    places = [request.at(axis) for axis in range(3)]
    return [*(_NO_PLACE if at is None else _number(leaf, cells[at]) for at in places), level]


def _number(leaf: Leaf, cell: str) -> str:
    """Return an integer with its sign; a sum, for which None is no number."""
    sign = 1 << (leaf.width - 1)
    return f"({cell} ^ {sign}) - {sign}" if leaf.signed else f"{cell} + 0"


def _answer(w: Writer, found: Instruction, request: TexelRequest) -> None:
    """Give the size of a level: of level 0, nothing has to be asked."""
    texture = request.texture
    if w.cells(request.level) == [_NO_PLACE]:
        sides = sides_of(texture.shape, texture.size)
        w.values[found.result_id] = [str(number) for number in sides]
        return
    number = _number(w.leaf_of(request.level), w.one(request.level))
    names = w.names(found.result_id)
    place = [*[_NO_PLACE] * 3, number]
    known = dict(zip(geometry_of(texture.shape).sides, names, strict=True))
    row = ", ".join(known.get(side, "_") for side in range(3))
    w.put(f"{row}, *_ = {_lookup_text(w, request, place)}")
    w.known.update(names)


WRITERS.update(dict.fromkeys(LOOKED_UP, _look_up))
WRITERS.update(dict.fromkeys(HANDLES, _handle))
