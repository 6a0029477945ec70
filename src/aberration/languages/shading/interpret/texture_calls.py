"""Calls of texture functions, on the textures that the inputs give."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.blends import blending_picture
from aberration.core.comparisons import comparing_picture
from aberration.core.errors import BadInput
from aberration.core.shapes import geometry_of, may_have_levels, sides_of
from aberration.core.texels import picture_of, size_of
from aberration.core.textures import CHANNELS, LINEAR, Texture, each_level

from ..builtins.signature import Overload
from ..sampled.requests import COMPARISONS, TextureRequest, request_of
from ..sampled.texels import lookup
from ..tree import Call, Index
from ..types import Opaque
from .builtin import Origin, whole_function
from .conversion import settled_as
from .filtering import blended_by, filtered_by
from .generator import Generator
from .sampled_lods import TextureCall, lods_text
from .settling import evaluate, in_order, spill_text
from .texts import constant_value
from .trap import Refused
from .value import Value, count_of, scalar_of

_NOWHERE: Final = ("0", "0", "0")
_WITH_LODS: Final = ("sample", "filter", "blend")
_WEIGHTED: Final = MappingProxyType({"filter": filtered_by, "blend": blended_by})


def texture_call(gen: Generator, node: Call, callee: Overload) -> Value:
    """Return what a texture function gives."""
    request = request_of(callee)
    if request is None:
        raise Refused(f"{callee.name}: textures and images")
    chosen = node.args[request.texture]
    if isinstance(chosen, Index) and gen.sources.is_chosen_at_run_time(chosen):
        return _of_any(gen, node, callee, request, chosen)
    texture = _texture(gen, node, request)
    call = TextureCall(node, callee, request, _arguments(gen, node, callee))
    answer = _answer(gen, call, texture)
    if answer is not None:
        return constant_value(answer, callee.result)
    _evaluate_rest(gen, call, (texture,))
    names = tuple(gen.writer.temporary() for _ in range(CHANNELS))
    _look_up(gen, call, texture, names)
    return Value(callee.result, _results(call, texture, names))


def _of_any(
    gen: Generator, node: Call, callee: Overload, request: TextureRequest, chosen: Index
) -> Value:
    """Return what a texture function gives of the element of an array that an index chooses, which
    is no constant: an index beyond the end is an error.
    """
    try:
        textures = gen.sources.any_texture(chosen)
    except BadInput as error:
        raise Refused(error.message) from None
    textures = tuple(_as_sampled(gen, node, request, one) for one in textures)
    index = _checked_index(gen, chosen, len(textures))
    call = TextureCall(node, callee, request, _arguments(gen, node, callee))
    _evaluate_rest(gen, call, textures)
    names = tuple(gen.writer.temporary() for _ in range(CHANNELS))
    for number, texture in enumerate(textures):
        with _branch(gen, index, number, len(textures)):
            _answer_or_look_up(gen, call, texture, names)
    return Value(callee.result, names[: count_of(callee.result)])


def _branch(
    gen: Generator, index: str, number: int, count: int
) -> contextlib.AbstractContextManager[None]:
    """Begin what is done where the index is this number; the last one needs no question."""
    if count == 1:
        return contextlib.nullcontext()
    word = "elif" if number else "if"
    return gen.writer.block(f"{word} {index} == {number}:" if number < count - 1 else "else:")


def _checked_index(gen: Generator, chosen: Index, count: int) -> str:
    """Return a name for the index, which is one of so many elements."""
    value = settled_as(gen, chosen.index, gen.type_of(chosen.index))
    index = spill_text(gen, value.text)
    name = gen.writer.temporary()
    # The text `x if x >= 0 else below(x)` is known to what makes C of it, and no other condition.
    for text in (
        f"{index} if {index} >= 0 else below({index})",
        f"below({name}) if {name} >= {count} else {name}",
    ):
        gen.writer.line(f"{name} = {gen.writer.mark(chosen, text)}")
    return name


def _answer_or_look_up(
    gen: Generator, call: TextureCall, texture: Texture, names: tuple[str, ...]
) -> None:
    """Write what one texture gives into the first of some names."""
    answer = _answer(gen, call, texture)
    if answer is not None:
        texts = constant_value(answer, call.callee.result).texts
        for name, text in zip(names, texts, strict=False):
            gen.writer.line(f"{name} = {text}")
        return
    _look_up(gen, call, texture, names)
    for name, text in zip(names, _results(call, texture, names), strict=False):
        if name != text:
            gen.writer.line(f"{name} = {text}")


def _texture(gen: Generator, node: Call, request: TextureRequest) -> Texture:
    """Return the texture of a call, wrapped and filtered as the call samples it."""
    try:
        found = gen.sources.texture(node.args[request.texture])
    except BadInput as error:
        raise Refused(error.message) from None
    return _as_sampled(gen, node, request, found)


def _as_sampled(gen: Generator, node: Call, request: TextureRequest, found: Texture) -> Texture:
    """Return a texture wrapped and filtered as a call samples it."""
    sampler = None if request.sampler is None else node.args[request.sampler]
    try:
        how = gen.sources.sampler(found, sampler)
    except BadInput as error:
        raise Refused(error.message) from None
    if not may_have_levels(found.shape) and found.level_count > 1:
        raise Refused(f"several levels of {found.name}, a texture of shape {found.shape}")
    if request.kind in COMPARISONS and how.filter == LINEAR:
        raise Refused(f"a linear filter for the depths of {found.name}")
    filter = how.filter if request.kind == "sample" else UNSET
    mip = how.mip if request.kind == "sample" and found.level_count > 1 else UNSET
    if LINEAR in (filter, mip) and found.numbers != "float":
        raise Refused(f"a linear filter for the integers of {found.name}")
    return replace(found, wrap=how.wrap, filter=filter, compare=how.compare, mip=mip)


def _arguments(gen: Generator, node: Call, callee: Overload) -> Mapping[int, Value]:
    """Return the values of all arguments but textures and samplers."""
    numbers = [at for at, type in enumerate(callee.types) if not isinstance(type, Opaque)]
    makers: list[Callable[[], Value]] = [
        partial(settled_as, gen, node.args[at], callee.types[at]) for at in numbers
    ]
    return dict(zip(numbers, in_order(gen, makers), strict=True))


def _answer(gen: Generator, call: TextureCall, texture: Texture) -> int | tuple[int, ...] | None:
    """Return what a question about a texture gets; None for what the run has to say. Raise
    `Refused` for the size of a level that is surely not there.
    """
    node, callee, request, _ = call
    if request.kind == "levels":
        return texture.level_count
    if request.kind == "layers":
        return sides_of(texture.shape, texture.size)[-1]
    level = 0 if request.level is None else gen.integer_of(node.args[request.level])
    if request.kind != "size" or level is None:
        return None
    if not 0 <= level < texture.level_count:
        raise Refused(f"{callee.name} of another level than {texture.name} has")
    return sides_of(texture.shape, each_level(texture)[level].size)[: count_of(callee.result)]


def _evaluate_rest(gen: Generator, call: TextureCall, textures: Sequence[Texture]) -> None:
    """Evaluate the arguments that a look-up in any of these textures does not use."""
    request = call.request
    used: set[int | None] = {
        request.place,
        request.layer,
        request.level,
        request.offset,
        request.channel,
        request.reference,
    }
    if any(texture.level_count > 1 for texture in textures):
        slopes = () if request.slopes is None else (request.slopes, request.slopes + 1)
        used.update((request.lod, request.bias, *slopes))
    for at, value in call.values.items():
        if at not in used:
            evaluate(gen, value)


def _look_up(gen: Generator, call: TextureCall, texture: Texture, names: tuple[str, ...]) -> None:
    """Write the look-up in a texture, whose four results get these names."""
    node, callee, request, values = call
    kind = _kind(request, texture)
    lods = lods_text(gen, call, texture) if kind in _WITH_LODS else ""
    function = lookup(callee.name, kind, scalar_of(callee.result))
    loose = None
    if kind in _WEIGHTED:
        loose = None if gen.rounding is None else _WEIGHTED[kind](gen.rounding)
        gen.inexact[f"{callee.name} with a linear filter"] = None
    made = whole_function(function, gen.semantics, gen.options, loose)
    name = gen.add_object("f", made, Origin(function, True))
    rows = (
        _place(request, texture, values),
        _NOWHERE if request.offset is None else (*values[request.offset].texts, *_NOWHERE)[:3],
        tuple(map(str, size_of(texture))),
        tuple(map(str, _picture(gen, node, request, texture))),
    )
    given = [f"({', '.join(row)})" for row in rows]
    if lods:
        given.append(lods)
    text = gen.writer.mark(node, f"{name}({', '.join(given)})")
    gen.writer.line(f"({', '.join(names)}) = {text}")


def _results(call: TextureCall, texture: Texture, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the names of four results that a call gives, in their order."""
    if call.request.kind == "size":
        names = tuple(names[side] for side in geometry_of(texture.shape).sides)
    return names[: count_of(call.callee.result)]


def _kind(request: TextureRequest, texture: Texture) -> str:
    """Return the kind of look-up: of a sample, how it is filtered."""
    if request.kind != "sample":
        return request.kind
    if texture.mip == LINEAR:
        return "blend"
    return "filter" if texture.filter == LINEAR else "sample"


def _picture(
    gen: Generator, node: Call, request: TextureRequest, texture: Texture
) -> tuple[int, int, int, int]:
    if _kind(request, texture) == "blend":
        return blending_picture(texture)
    if request.kind in COMPARISONS:
        return comparing_picture(texture, texture)
    return picture_of(texture, _channel(gen, node, request))


def _place(
    request: TextureRequest, texture: Texture, values: Mapping[int, Value]
) -> tuple[str, str, str, str]:
    """Return three coordinates, and what divides them; of a fetch or a size the level, of a
    comparison the reference, of an array of cubes the layer.
    """
    level = "0" if request.level is None else values[request.level].text
    if request.place is None:
        return *_NOWHERE, level
    given = list(values[request.place].texts)
    last = "1.0"
    if request.projected or (request.kind == "compare" and request.reference is None):
        last = given.pop()
    if request.reference is not None:
        last = values[request.reference].text
    if request.layer is not None:
        given.append(values[request.layer].text)
    place = dict(zip(geometry_of(texture.shape).coordinates, given, strict=False))
    x, y, z = (place.get(axis, "0") for axis in range(3))
    return x, y, z, level if request.kind == "fetch" else place.get(3, last)


def _channel(gen: Generator, node: Call, request: TextureRequest) -> int:
    """Return which channel a gather gives: a constant."""
    if request.channel is None:
        return 0
    found = gen.integer_of(node.args[request.channel])
    if found is None or not 0 <= found < CHANNELS:
        raise Refused("a gather of a channel that is not a constant from 0 to 3")
    return found
