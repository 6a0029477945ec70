"""What a shader in WGSL or GLSL asks of the pipeline around it, by a look at its declarations.

Enough to bind buffers and textures before the compiler under test parses the text. What is
overlooked here makes the API refuse the pipeline, and never gives a wrong result.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attachments import DEPTH
from aberration.core.setters import ScalarType
from aberration.core.shapes import Shape
from aberration.core.storage_images import WGSL_FORMATS, ImageShape
from aberration.core.textures import Numbers
from aberration.core.wgsl import (
    enabled_extensions,
    entry_point,
    entry_points,
    without_comments,
)
from aberration.languages.spirv.storage_images import DeclaredStorage, StorageType
from aberration.targets.runners.interface import BlockKind, Interface

_ATTRIBUTES: Final = r"(?P<attributes>(?:@\s*\w+\s*(?:\([^()]*\))?\s*)+)"
_TYPE: Final = r"(?P<type>\w+)\s*(?:<\s*(?P<of>\w+)\s*(?:,\s*(?P<access>\w+)\s*)?,?\s*>)?"
_WGSL_RESOURCE: Final = re.compile(
    rf"{_ATTRIBUTES}var\b\s*(?:<(?P<space>[^>]*)>)?\s*(?P<name>\w+)"
    rf"(?:\s*:\s*{_TYPE}\s*;)?"
)
_WGSL_OVERRIDE: Final = re.compile(rf"(?:{_ATTRIBUTES})?\boverride\s+(?P<name>\w+)")
_WGSL_ID: Final = re.compile(r"@\s*id\s*\(\s*(?P<value>[^()]*?)\s*,?\s*\)")
_WGSL_ALIAS: Final = re.compile(rf"\balias\s+(?P<name>\w+)\s*=\s*{_TYPE}\s*;")
_WGSL_PLACE: Final = re.compile(r"@\s*(?P<key>group|binding)\s*\(\s*(?P<value>[^()]*?)\s*,?\s*\)")
_WGSL_INTEGER: Final = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)[iu]?")
_GLSL_COMMENT: Final = re.compile(r"//(?:\\\r?\n|[^\n])*|/\*.*?\*/", re.DOTALL)
_GLSL_BLOCK: Final = re.compile(
    r"\blayout\s*\((?P<layout>[^()]*)\)\s*(?P<qualifiers>(?:\w+\s+)*?)(?P<kind>uniform|buffer)\b"
    r"\s*(?:\w+\s+)*?(?P<name>\w+)\s*(?P<end>[{;\[])"
)
_GLSL_KEY: Final = re.compile(r"\b(?P<key>set|binding|push_constant)\b(?:\s*=\s*(?P<value>\d+))?")
_GLSL_UNSIZED: Final = re.compile(r"\[\s*\]")
_WGSL_FRAG_DEPTH: Final = re.compile(r"@\s*builtin\s*\(\s*frag_depth\s*,?\s*\)")
_WGSL_LOCATION: Final = re.compile(r"@\s*location\s*\(\s*(?P<value>[^()]*?)\s*,?\s*\)")
_GLSL_OUTPUT: Final = re.compile(
    r"\blayout\s*\([^()]*\blocation\s*=\s*(?P<location>\d+)[^()]*\)\s*(?:\w+\s+)*?out\b"
)
_NOT_LITERAL: Final = "the place of {} is no literal, and we do not evaluate it"
NOT_SUPPLIED: Final = "{} is a texture or sampler, and none is supplied"
_SAMPLERS: Final = ("sampler", "sampler_comparison")
_WGSL_SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "texture_2d": "2D",
        "texture_3d": "3D",
        "texture_2d_array": "2DArray",
        "texture_cube": "Cube",
        "texture_1d": "1D",
        "texture_cube_array": "CubeArray",
    }
)
_WGSL_DEPTHS: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "texture_depth_2d": "2DShadow",
        "texture_depth_2d_array": "2DArrayShadow",
        "texture_depth_cube": "CubeShadow",
    }
)
STORED_SHAPES: Final[Mapping[str, ImageShape]] = MappingProxyType(
    {
        "texture_storage_2d": "2D",
        "texture_storage_3d": "3D",
        "texture_storage_2d_array": "2DArray",
    }
)
_WGSL_NUMBERS: Final[Mapping[str, Numbers]] = MappingProxyType(
    {"f32": "float", "i32": "int", "u32": "uint"}
)
_WGSL_SUFFIXES: Final[Mapping[str, Numbers]] = MappingProxyType(
    {"f": "float", "i": "int", "u": "uint"}
)
_WGSL_COUNTS: Final[Mapping[str, int]] = MappingProxyType({"": 1, "vec2": 2, "vec3": 3, "vec4": 4})
_WGSL_SHORT_VECTOR: Final = re.compile(r"vec(?P<count>[234])(?P<kind>[fiu])")
_WGSL_TYPED: Final = re.compile(rf"(?P<name>\w+)\s*:\s*{_TYPE}\s*$")
_WGSL_INTERPOLATION: Final = re.compile(r"@\s*interpolate\s*\((?P<how>[\w\s,]*?),?\s*\)")
_TypeNames = tuple[str, str, str]
"""The name of a type, and the words in its template, if any: `texture_2d`, `f32` and nothing."""
_Aliases = Mapping[str, _TypeNames]


class Sampled(msgspec.Struct, frozen=True):
    """A texture or a sampler that a shader declares: a sampler has no `kind`, and may compare."""

    name: str
    descriptor_set: int
    binding: int
    kind: tuple[Numbers, Shape] | None = None
    compares: bool = False


class VertexInput(msgspec.Struct, frozen=True):
    """An input of a vertex stage at a location; `type` is what its numbers are, and how many, None
    for another one.
    """

    name: str
    location: int
    type: tuple[ScalarType, int] | None


class VertexStage(msgspec.Struct, frozen=True):
    """What a vertex stage takes and hands on: `interpolation` is that of its output at location 0,
    empty where the text says none.
    """

    inputs: tuple[VertexInput, ...]
    interpolation: str


class WgslInterface(Interface, frozen=True):
    """What a shader in WGSL asks for: also textures and samplers, in the order of its text, and
    attributes where it is one for vertices. Without them, the inputs of its stage are not known.
    `enabled` are the extensions that it switches on; `constants` are the overrides that it
    declares, by number or else by name.
    """

    sampled: tuple[Sampled, ...] = ()
    vertices: VertexStage | None = None
    enabled: frozenset[str] = frozenset()
    constants: frozenset[str] = frozenset()


def read_wgsl(text: str, stage: str = "") -> WgslInterface:
    """Return the interface of a module for its first entry point, or the first one for a stage; its
    name is empty if there is none.
    """
    of_stage = (one for one in entry_points(text) if one[0] == stage)
    found = next(of_stage, None) if stage else entry_point(text)
    blocks: dict[tuple[int, int], BlockKind] = {}
    read_only: set[tuple[int, int]] = set()
    sampled: list[Sampled] = []
    unsupported = ""
    text = without_comments(text)
    stored: list[DeclaredStorage] = []
    aliases = {one["name"]: _type_names(one) for one in _WGSL_ALIAS.finditer(text)}
    for resource in _WGSL_RESOURCE.finditer(text):
        keys = {
            place["key"]: _literal(place["value"])
            for place in _WGSL_PLACE.finditer(resource["attributes"])
        }
        if not keys:
            continue
        group, binding = keys.get("group"), keys.get("binding")
        space, _, access = (resource["space"] or "").partition(",")
        if group is None or binding is None:
            unsupported = unsupported or _NOT_LITERAL.format(resource["name"])
        elif space.strip() == "uniform":
            blocks[group, binding] = "uniform"
        elif space.strip() == "storage":
            blocks[group, binding] = "storage"
            if access.strip(", \t\n") in ("", "read"):
                read_only.add((group, binding))
        elif (one := _texture_or_sampler(resource, (group, binding), aliases)) is not None:
            sampled.append(one)
        elif (image := _storage_texture(resource, (group, binding), aliases)) is not None:
            stored.append(image)
        else:
            unsupported = unsupported or NOT_SUPPLIED.format(resource["name"])
    constants = [_override(one) for one in _WGSL_OVERRIDE.finditer(text)]
    if None in constants:
        unsupported = unsupported or "the number of an override is no literal"
    name = found[1].encode() if found else b""
    _, results = _signature(text, found[1]) if found else ([], [])
    fixed, outputs = frozenset(read_only), _locations(results) | _depth_in(results)
    return WgslInterface(
        name,
        blocks,
        False,
        (),
        (1, 1, 1),
        unsupported,
        fixed,
        outputs,
        stage=found[0] if found else "",
        stored=tuple(stored),
        sampled=tuple(sampled),
        vertices=_vertex_stage(text, found[1], aliases) if found and found[0] == "vertex" else None,
        enabled=enabled_extensions(text),
        constants=frozenset(one for one in constants if one is not None),
    )


def _override(found: re.Match[str]) -> str | None:
    """Return by what a host names an override; None where it cannot be told."""
    number = _WGSL_ID.search(found["attributes"] or "")
    if number is None:
        return str(found["name"])
    value = _literal(number["value"])
    return None if value is None else str(value)


def read_glsl(text: str) -> Interface:
    """Return the interface of a GLSL shader; blocks that the preprocessor takes away count too."""
    blocks: dict[tuple[int, int], BlockKind] = {}
    read_only: set[tuple[int, int]] = set()
    unsized: set[tuple[int, int]] = set()
    unsupported = ""
    push_constants = False
    text = glsl_without_comments(text)
    for block in _GLSL_BLOCK.finditer(text):
        keys = {key["key"]: int(key["value"] or 0) for key in _GLSL_KEY.finditer(block["layout"])}
        place = keys.get("set", 0), keys.get("binding", 0)
        if "push_constant" in keys:
            push_constants = True
        elif block["end"] != "{":
            unsupported = (
                unsupported
                or f"{block['name']} is an image, a sampler or a loose uniform: none is supplied"
            )
        else:
            blocks[place] = "uniform" if block["kind"] == "uniform" else "storage"
            if "readonly" in block["qualifiers"].split():
                read_only.add(place)
            if _GLSL_UNSIZED.search(text[block.end() :].partition("}")[0]):
                unsized.add(place)
    return Interface(
        b"main",
        blocks,
        push_constants,
        (),
        (1, 1, 1),
        unsupported,
        frozenset(read_only),
        frozenset(int(out["location"]) for out in _GLSL_OUTPUT.finditer(text)),
        unsized=frozenset(unsized),
    )


def glsl_without_comments(text: str) -> str:
    """Return the text with a space for each comment, and as many lines as before."""
    return _GLSL_COMMENT.sub(lambda comment: " " + "\n" * comment[0].count("\n"), text)


def _type_names(match: re.Match[str]) -> _TypeNames:
    return match["type"] or "", match["of"] or "", match["access"] or ""


def _texture_or_sampler(
    resource: re.Match[str], place: tuple[int, int], aliases: _Aliases
) -> Sampled | None:
    """Return the texture or sampler that a resource is, None if it is one of another kind."""
    word, of, access = _without_alias(_type_names(resource), aliases)
    if access:
        return None
    if word in _SAMPLERS and not of:
        return Sampled(resource["name"], *place, compares=word == _SAMPLERS[1])
    if word in _WGSL_DEPTHS and not of:
        return Sampled(resource["name"], *place, ("float", _WGSL_DEPTHS[word]))
    shape = _WGSL_SHAPES.get(word)
    numbers = _WGSL_NUMBERS.get(_without_alias((of, "", ""), aliases)[0])
    if shape is None or numbers is None:
        return None
    return Sampled(resource["name"], *place, (numbers, shape))


def _storage_texture(
    resource: re.Match[str], place: tuple[int, int], aliases: _Aliases
) -> DeclaredStorage | None:
    """Return the storage texture that a resource is, None if it is one of another kind."""
    word, of, access = _without_alias(_type_names(resource), aliases)
    texels, shape = WGSL_FORMATS.get(of), STORED_SHAPES.get(word)
    if texels is None or shape is None:
        return None
    only = access == "read", access == "write"
    return DeclaredStorage(resource["name"], place, StorageType(texels, shape), *only)


def _without_alias(names: _TypeNames, aliases: _Aliases) -> _TypeNames:
    """Return the type that an alias, or an alias of one, stands for."""
    left = dict(aliases)
    while not names[1] and names[0] in left:
        names = left.pop(names[0])
    return names


def _vertex_stage(text: str, name: str, aliases: _Aliases) -> VertexStage | None:
    """Return what a vertex stage takes and hands on, None where it has an input whose location is
    no literal.
    """
    parameters, results = _signature(text, name)
    inputs = []
    for one in parameters:
        place = _WGSL_LOCATION.search(one)
        if place is None:
            continue
        declared, location = _WGSL_TYPED.search(one), _literal(place["value"])
        if declared is None or location is None:
            return None
        type = _vector_type(_type_names(declared), aliases)
        inputs.append(VertexInput(declared["name"], location, type))
    colours = [one for one in results if _locations([one]) == {0}]
    found = _WGSL_INTERPOLATION.search(colours[0]) if len(colours) == 1 else None
    return VertexStage(tuple(inputs), found["how"].strip() if found else "")


def _vector_type(names: _TypeNames, aliases: _Aliases) -> tuple[ScalarType, int] | None:
    """Return what the numbers of a scalar or vector are, and how many."""
    word, of, _ = _without_alias(names, aliases)
    short = _WGSL_SHORT_VECTOR.fullmatch(word)
    if short is not None and not of:
        return _WGSL_SUFFIXES[short["kind"]], int(short["count"])
    count = _WGSL_COUNTS.get(word if of else "")
    numbers = _WGSL_NUMBERS.get(_without_alias((of, "", ""), aliases)[0] if of else word)
    return None if count is None or numbers is None else (numbers, count)


def _signature(text: str, name: str) -> tuple[list[str], list[str]]:
    """Return the parameters of a function, and what it returns, those and that which are of a
    structure as its members; nothing if that is not known.
    """
    start = re.search(rf"\bfn\s+{name}\s*\(", text)
    if start is None:
        return [], []
    after = _behind_parenthesis(text, start.end())
    inside = text[start.end() : len(text) - len(after) - 1]
    _, arrow, result = after.partition("{")[0].partition("->")
    parameters = [part for one in _between_commas(inside) for part in _members(text, one)]
    return parameters, _members(text, result) if arrow else []


def _members(text: str, declared: str) -> list[str]:
    """Return the members of the structure that a parameter or a result is of, else this alone."""
    type = declared.rpartition(":")[2].strip()
    body = re.search(rf"\bstruct\s+{re.escape(type)}\s*\{{([^}}]*)\}}", text)
    return _between_commas(body[1]) if body else [declared]


def _between_commas(text: str) -> list[str]:
    """Return what stands between commas outside of parentheses and templates."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def _locations(declared: Sequence[str]) -> frozenset[int]:
    """Return the locations of members or of a result, those that are literals."""
    places = [_literal(place["value"]) for place in map(_WGSL_LOCATION.search, declared) if place]
    return frozenset(place for place in places if place is not None)


def _depth_in(declared: Sequence[str]) -> frozenset[int]:
    """Return what stands for the depth where a member or a result is it."""
    found = any(_WGSL_FRAG_DEPTH.search(one) for one in declared)
    return frozenset((DEPTH,)) if found else frozenset()


def _behind_parenthesis(text: str, at: int) -> str:
    """Return what follows the parenthesis that closes the one in front of `at`."""
    depth = 1
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[at:]


def _literal(text: str) -> int | None:
    found = _WGSL_INTEGER.fullmatch(text)
    return int(found[1], 0) if found else None
