"""Samples, gathers and fetches of textures, and questions about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.core.comparisons import (
    NEAR,
    NEAR_FOUR,
    are_comparisons_open,
    compared_texel,
    comparing_picture,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.texels import (
    AMID,
    BETWEEN,
    FAR,
    OUTSIDE,
    Whole,
    fetched_texel,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_outside,
    picture_of,
    sampled_texel,
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


def sample(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the channels of the nearest texel; raise `Undefined` where it is open which it is."""
    if is_between(at, offset, size, picture):
        raise Undefined("invalid-argument", BETWEEN)
    return sampled_texel(at, offset, size, picture)


def filtered_sample(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Floats:
    """Return the channels with a linear filter; raise `Undefined` where no sum is known."""
    if is_filtered_nowhere(at, offset, size, picture):
        raise Undefined("invalid-argument", FAR)
    return tuple(single(one) for one in filtered_texel(at, offset, size, picture))


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


def asked_of_level(level: int) -> None:
    """Raise `Undefined` for a question about another level than 0."""
    if level:
        raise Undefined("invalid-argument", OUTSIDE)


_MEANINGS: Final[dict[Kind, Callable[..., Floats]]] = {
    "sample": sample,
    "gather": gather,
    "fetch": fetch,
    "compare": compare,
    "gather compare": gather_comparisons,
}


def _handle(w: Writer, found: Instruction) -> None:
    w.alias(found.result_id, [])


def _look_up(w: Writer, found: Instruction) -> None:
    request = w.unit.images.request(found)
    if request.kind in ("size", "levels"):
        _answer(w, found, request)
        return
    for value_id in request.ignored:
        w.need_known(w.cells(value_id))
    meaning = filtered_sample if request.is_filtered else _MEANINGS[request.kind]
    w.unit.namespace[meaning.__name__] = meaning
    if request.kind in COMPARISONS:
        picture = comparing_picture(request.texture, request.texture)
    else:
        picture = picture_of(request.texture, request.channel)
    place = _fetched_place(w, request) if request.kind == "fetch" else _place(w, request)
    names = w.names(found.result_id)
    rest = ", *_" if request.kind == "compare" else ""
    text = f"{tuple_text(place)}, {request.offset}, {request.texture.size}, {picture}"
    w.put(f"{', '.join(names)}{rest} = {meaning.__name__}({text})")
    if request.texture.numbers == "float" and not request.is_filtered:
        w.put(f"{', '.join(names)} = {', '.join(f'{name} / {MODULUS - 1}' for name in names)}")
    w.known.update(names)


def _place(w: Writer, request: TexelRequest) -> Cells:
    """Return three coordinates, and what divides them; of a comparison, the reference."""
    cells = w.cells(request.place)
    last = cells[request.divisor] if request.divisor else "1.0"
    if request.reference:
        last = w.one(request.reference)
    return [*cells[: request.axes], *[_NO_PLACE] * (3 - request.axes), last]


def _fetched_place(w: Writer, request: TexelRequest) -> Cells:
    """Return three numbers, and the level."""
    leaf = w.leaf_of(request.place)
    cells = [_number(leaf, cell) for cell in w.cells(request.place)[: request.axes]]
    level = w.one(request.level) if request.level else _NO_PLACE
    return [*cells, *[_NO_PLACE] * (3 - len(cells)), f"{level} + 0"]


def _number(leaf: Leaf, cell: str) -> str:
    """Return an integer with its sign; a sum, for which None is no number."""
    sign = 1 << (leaf.width - 1)
    return f"({cell} ^ {sign}) - {sign}" if leaf.signed else f"{cell} + 0"


def _answer(w: Writer, found: Instruction, request: TexelRequest) -> None:
    """Give the size of a texture, or the number of its levels."""
    if request.level and w.cells(request.level) != ["0"]:
        w.unit.namespace[asked_of_level.__name__] = asked_of_level
        level = w.one(request.level)
        w.need_known([level])
        w.put(f"{asked_of_level.__name__}({level})")
    count = w.leaves.count(found.type_id)
    numbers = request.texture.size[:count] if request.kind == "size" else (1,)
    w.values[found.result_id] = [str(number) for number in numbers]


WRITERS.update(dict.fromkeys(LOOKED_UP, _look_up))
WRITERS.update(dict.fromkeys(HANDLES, _handle))
