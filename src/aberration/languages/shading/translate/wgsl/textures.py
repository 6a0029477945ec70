"""Combined samplers of GLSL and ESSL in WGSL: a texture and a sampler each, and the functions of
WGSL that sample them (WGSL, "Texture Built-in Functions").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.shapes import plain_shape
from aberration.core.textures import NO_BINDING, Sampler, Texture

from ...builtins.signature import Overload
from ...checker.symbols import UNKNOWN
from ...opaque import TEXTURES
from ...read import read
from ...sampled.requests import Kind, TextureRequest, request_of
from ...tree import Binary, Call, Declaration, Expression, Field, Literal, Name
from ...types import FLOAT, INT, UINT, Opaque, Type, Vector, vector
from ..glsl.reader import FamilyReader
from ..glsl.textures import name_samplers
from ..values import LETTERS, TranslatedValue, call

_COMPARED: Final = {
    "compare": "textureSampleCompareLevel",
    "gather compare": "textureGatherCompare",
}


class BoundTexture(NamedTuple):
    """What a combined sampler is in WGSL: a texture, and a sampler by its name."""

    texture: Texture
    sampler: str


class TakenTextures(NamedTuple):
    """The textures of a program in WGSL, by the names of their variables, with declarations and
    what the inputs have of them.
    """

    decls: tuple[Declaration, ...]
    bound: dict[str, BoundTexture]
    samplers: tuple[Sampler, ...]

    def inputs(self, given: Inputs) -> Inputs:
        """Return inputs with these textures and samplers."""
        textures = tuple(one.texture for one in self.bound.values())
        return replace(given, textures=textures, samplers=self.samplers)


def take_textures(r: FamilyReader, taken: Sequence[int]) -> TakenTextures:
    """Declare a texture and a sampler for each sampler that a program uses, at bindings that are
    not `taken`; raise `Untranslatable` for other opaque uniforms, and those without a texture.
    """
    first = max(taken, default=NO_BINDING) + 1
    decls: list[Declaration] = []
    bound: dict[str, BoundTexture] = {}
    samplers: list[Sampler] = []
    for symbol, combined, name, own in name_samplers(r):
        type = _wgsl_type(combined)
        if not type:
            raise r.emitter.refuse("textures", symbol.name, symbol.node)
        sampler = r.emitter.names.of_module(f"{symbol.name}_sampler")
        place = first + len(decls)
        kind = "sampler_comparison" if type.startswith("texture_depth") else "sampler"
        decls += [_variable(name, type, place), _variable(sampler, kind, place + 1)]
        compare = own.compare or "lequal" if kind != "sampler" else own.compare
        samplers.append(Sampler(sampler, own.wrap, place + 1, 0, own.filter, compare, own.mip))
        moved = replace(own, name=name, binding=place, descriptor_set=0)
        bound[name] = BoundTexture(moved, sampler)
    return TakenTextures(tuple(decls), bound, tuple(samplers))


def _wgsl_type(type: Opaque) -> str:
    """Return the texture of WGSL that a sampler of GLSL reads; empty for none."""
    rows = (one for one in TEXTURES.values() if not one.format and one.shape == type.shape)
    return next((one.wgsl for one in rows if one.component is type.component), "")


def _variable(name: str, type: str, binding: int) -> Declaration:
    text = f"@group(0) @binding({binding}) var {name}: {type};"
    return read(text, "wgsl").module.decls[0]


# ---- functions


class _Arguments(NamedTuple):
    """The arguments of one call: `exprs` are what the source passes, as the target has them."""

    request: TextureRequest
    types: tuple[Type, ...]
    exprs: list[Expression]
    texture: BoundTexture

    def at(self, place: int | None) -> list[Expression]:
        """Return an argument, or nothing where the call has none."""
        return [] if place is None else [self.exprs[place]]


def call_texture_function(
    r: FamilyReader,
    node: Call,
    callee: Overload,
    values: list[TranslatedValue],
    bound: dict[str, BoundTexture],
) -> TranslatedValue:
    """Return what a texture function gives in WGSL; raise `Untranslatable` where it has no such
    function.
    """
    request = request_of(callee)
    name = values[0].expr.name if isinstance(values[0].expr, Name) else ""
    refused = r.emitter.refuse("textures", callee.name, node)
    if request is None or name not in bound or request.projected:
        raise refused
    exprs = [value.expr for value in values]
    if request.place is not None:
        # Parts of it stand in several places.
        exprs[request.place] = r.emitter.temporary(values[request.place], "place").expr
    for at in (request.offset, request.channel):
        if at is not None:
            exprs[at] = _constant(r, node.args[at], callee.types[at]) or exprs[at]
    given = _Arguments(request, callee.types, exprs, bound[name])
    if request.kind == "size":
        return _size(r, given, callee.result)
    if request.kind == "levels":
        return TranslatedValue(call("i32", call("textureNumLevels", exprs[0])), INT)
    found = _texels(given, callee)
    if found is None:
        raise refused
    return TranslatedValue(found, callee.result)


def _constant(r: FamilyReader, node: Expression, type: Type) -> Expression | None:
    """Return an offset or a channel by its value, where that is known: in WGSL it has to be."""
    value = r.typing.constants.get(id(node))
    return None if value is None or value is UNKNOWN else r.emitter.constant(value, type)


def _texels(given: _Arguments, callee: Overload) -> Expression | None:
    kind: Kind = given.request.kind
    texture, sampler = given.exprs[0], Name(given.texture.sampler)
    place = _place(given)
    offset = given.at(given.request.offset)
    if kind == "fetch":
        if offset:
            place = [Binary("+", place[0], offset[0]), *place[1:]]
        return call("textureLoad", texture, *place, *given.at(given.request.level))
    if kind in _COMPARED:
        reference = _reference(given)
        return call(_COMPARED[kind], texture, sampler, *place, reference, *offset)
    if kind == "gather":
        channel = given.at(given.request.channel) or [Literal("abstract_int", 0)]
        return call("textureGather", *channel, texture, sampler, *place, *offset)
    if given.texture.texture.numbers != "float":
        return None
    return _sample(given, callee, [texture, sampler, *place], offset)


def _sample(
    given: _Arguments, callee: Overload, first: list[Expression], offset: list[Expression]
) -> Expression:
    """Return a sample: of one level that level, wherever it stands."""
    request = given.request
    if given.texture.texture.level_count == 1:
        return call("textureSampleLevel", *first, Literal("abstract_float", 0.0), *offset)
    if request.lod is not None:
        return call("textureSampleLevel", *first, *given.at(request.lod), *offset)
    # What stands between the coordinates and the offset is a bias, or two slopes; a bias may be
    # last, too.
    more = [k for k in range(2, len(given.exprs)) if k != request.offset]
    word = {0: "textureSample", 1: "textureSampleBias", 2: "textureSampleGrad"}[len(more)]
    return call(word, *first, *(given.exprs[k] for k in more), *offset)


def _place(given: _Arguments) -> list[Expression]:
    """Return the coordinates, and behind them the layer as an integer."""
    at = given.request.place
    assert at is not None
    type, coordinates = given.types[at], given.exprs[at]
    assert isinstance(type, Vector)
    inner = given.request.kind == "compare" and given.request.reference is None
    count = type.size - inner
    if not _has_layers(given):
        return [Field(coordinates, LETTERS[:count]) if inner else coordinates]
    layer: Expression = Field(coordinates, LETTERS[count - 1])
    if type.component is FLOAT:
        # The layer is the nearest one: floor(layer + 0.5) (OpenGL 4.6, 8.14.3).
        layer = call("i32", call("floor", Binary("+", layer, Literal("abstract_float", 0.5))))
    return [Field(coordinates, LETTERS[: count - 1]), layer]


def _has_layers(given: _Arguments) -> bool:
    return plain_shape(given.texture.texture.shape).endswith("Array")


def _reference(given: _Arguments) -> Expression:
    """Return what depths are compared with: an argument, or the last of the coordinates."""
    if given.request.reference is not None:
        return given.exprs[given.request.reference]
    at = given.request.place
    assert at is not None
    type = given.types[at]
    assert isinstance(type, Vector)
    return Field(given.exprs[at], LETTERS[type.size - 1])


def _size(r: FamilyReader, given: _Arguments, result: Type) -> TranslatedValue:
    """Return the sides of a level as signed integers, with the layers of an array."""
    texture = given.exprs[0]
    sides = call("textureDimensions", texture, *given.at(given.request.level))
    if _has_layers(given):
        layers = call("textureNumLayers", texture)
        return TranslatedValue(call("vec3i", call("vec3u", sides, layers)), result)
    assert isinstance(result, Vector)
    return r.emitter.convert(TranslatedValue(sides, vector(UINT, result.size)), result)
