"""Which ways to drive a shader change nothing that it could see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.program import Language, Program
from aberration.core.ways import WAYS, Api, Way, ways_of

from .module_traits import module_traits
from .text_traits import text_traits

APIS: Final[Mapping[Language, tuple[Api, ...]]] = MappingProxyType(
    {
        "spirv": ("vulkan",),
        "glsl": ("opengl",),
        "essl": ("opengl", "webgl"),
        "wgsl": ("wgpu", "dawn"),
    }
)
"""Whose ways shaders of a language are driven in: those of the APIs that take it as it is."""


def fitting_ways(program: Program) -> tuple[str, ...]:
    """Return the names of the ways that a shader may be driven in, in the order of the table."""
    traits = module_traits(program) if program.language == "spirv" else text_traits(program)
    known = frozenset[str]().union(*(ways_of(api, program.stage) for api in APIS[program.language]))
    return tuple(
        way.name
        for way in WAYS.values()
        if way.name in known
        and way.name not in program.inputs.ways
        and way.changes not in traits.seen
        and (not way.needs or way.needs in traits.has)
        and not _too_little_to_part(way, program)
    )


def _too_little_to_part(way: Way, program: Program) -> bool:
    """Whether there is one workgroup, and parts of the dispatch are wanted."""
    return way.name == "DispatchInParts" and max(program.inputs.groups) < 2
