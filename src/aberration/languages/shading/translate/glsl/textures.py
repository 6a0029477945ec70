"""Textures of GLSL and ESSL in another version of either: the same samplers under free names, and
functions of older versions under their newer names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from aberration.core.textures import NO_BINDING, Texture

from ...builtins.signature import Overload
from ...checker.symbols import VariableSymbol
from ...tree import Call, Declaration, Declare, Name, Precision, Variable
from ...types import Opaque, is_opaque
from ..builtin_calls import builtin_call
from ..values import TranslatedValue
from .module import variables_used
from .reader import FamilyReader

_SHAPED: Final = ("1D", "2D", "3D", "Cube")
_ENDINGS: Final = ("", "Lod", "Grad", "LodEXT", "GradEXT")
_NEWER: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"texture{shape}{proj}{ending}": f"texture{proj}{ending.removesuffix('EXT')}"
        for shape in _SHAPED
        for proj in ("", "Proj")
        for ending in _ENDINGS
    }
)
"""What functions that name the shape are called since ESSL 3.00 and GLSL 1.30."""


class NamedSampler(NamedTuple):
    """A sampler that a program uses, by its new name, with its texture as the inputs have it."""

    symbol: VariableSymbol
    type: Opaque
    name: str
    texture: Texture


def name_samplers(r: FamilyReader) -> Iterator[NamedSampler]:
    """Name the samplers that a program uses, one after the other; raise `Untranslatable` for other
    opaque uniforms, and those without a texture.
    """
    given = {texture.name: texture for texture in r.inputs.textures}
    for symbol in variables_used(r):
        type = symbol.type
        if not is_opaque(type) or symbol.role != "uniform":
            continue
        if not isinstance(type, Opaque) or type.family != "sampler" or symbol.name not in given:
            raise r.emitter.refuse("textures", symbol.name, symbol.node)
        name = r.emitter.names.of_module(symbol.name)
        r.bound[symbol] = Name(name)
        # A sampler never changes, and no temporary may hold it.
        r.emitter.fixed.add(name)
        yield NamedSampler(symbol, type, name, given[symbol.name])


def take_textures(r: FamilyReader) -> tuple[list[Declaration], tuple[Texture, ...]]:
    """Declare the samplers that a program uses, and return them with their textures, by their new
    names; raise `Untranslatable` for what `name_samplers` refuses.
    """
    decls: list[Declaration] = []
    textures: list[Texture] = []
    for _, type, name, texture in name_samplers(r):
        syntax = r.emitter.type_syntax(type)
        decls.append(Declare((Variable("var", name, syntax, storage="uniform"),)))
        textures.append(replace(texture, name=name, binding=NO_BINDING, descriptor_set=0))
    return [*_precisions(r), *decls], tuple(textures)


def _precisions(r: FamilyReader) -> list[Declaration]:
    """Return the highest precision for all kinds of samplers of the program, where the target has
    precisions: only some have one by default, which is low.
    """
    if r.emitter.rules.language != "essl":
        return []
    used = [symbol.type for symbol in variables_used(r)]
    used += [type for function in r.functions for type in function.types]
    types = {type.glsl: type for type in used if isinstance(type, Opaque)}
    return [Precision("highp", r.emitter.type_syntax(types[word])) for word in sorted(types)]


def call_texture_function(
    r: FamilyReader, callee: Overload, values: list[TranslatedValue]
) -> TranslatedValue:
    """Return the call of a texture function; raise `Untranslatable` where the target lacks it."""
    newer = _NEWER.get(callee.name, "")
    for overload in r.emitter.builtins.overloads(newer) if newer else ():
        if overload.types == callee.types and overload.result is callee.result:
            exprs = tuple(value.expr for value in values)
            return TranslatedValue(Call(Name(newer), exprs), callee.result)
    return builtin_call(r.emitter, callee, values)
