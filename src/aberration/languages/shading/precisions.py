"""Precisions that nobody wrote: the defaults of numbers in shaders of ESSL, and of its samplers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .builtins.row import Stage
from .tree import (
    Module,
    Node,
    Param,
    Precision,
    PrecisionLevel,
    TypeName,
    TypeSyntax,
    Variable,
)
from .tree.walk import find

_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {"vec": "float", "mat": "float", "ivec": "int", "uint": "int", "uvec": "int"}
)
"""The type whose precision holds for others, too."""
_HIGH: Final[tuple[Stage, ...]] = ("vertex", "geometry")
_DEFAULTS: Final[Mapping[tuple[Stage, str], str]] = MappingProxyType(
    {
        **dict.fromkeys([(stage, kind) for stage in _HIGH for kind in ("float", "int")], "highp"),
        ("fragment", "int"): "mediump",
    }
)


def has_coarse_integers(module: Module, stage: Stage) -> bool:
    """Whether integers without a precision may have 16 bits: in a fragment shader of ESSL they are
    `mediump` as long as the program does not say otherwise (ESSL 3.20, 4.7.4).
    """
    if module.language != "essl" or stage != "fragment":
        return False
    levels = [
        one.level
        for one in module.decls
        if isinstance(one, Precision) and isinstance(one.type, TypeName) and one.type.name == "int"
    ]
    return not levels or levels[0] != "highp"


def has_coarse_samplers(module: Module) -> bool:
    """Whether samples may have fewer bits though nobody wrote so: in ESSL a `sampler2D` is `lowp`
    as long as the program does not say otherwise (ESSL 3.20, 4.7.4). Other samplers that give
    floats have no default.
    """
    if module.language != "essl":
        return False
    levels = [one for one in module.decls if isinstance(one, Precision)]
    if any(_names_sampler(one.type) for one in levels):
        return False
    bare = [one.type for one in find(module, Variable) if not one.precision]
    bare += [one.type for one in find(module, Param) if not one.precision]
    return any(map(_names_sampler, bare))


def _names_sampler(type: Node | None) -> bool:
    return type is not None and any(one.name == "sampler2D" for one in find(type, TypeName))


def level_of(module: Module, stage: Stage, type: TypeSyntax | None, written: PrecisionLevel) -> str:
    """Return the precision of a variable: as it is written, or what the program says of its type,
    or else the language (ESSL 3.20, 4.7.4). Nothing where the language has none; several words
    where the program says several.
    """
    if written or module.language != "essl" or type is None:
        return written
    kinds = {_KINDS.get(one.name.rstrip("234x"), one.name) for one in find(type, TypeName)}
    found: list[str] = []
    for kind in sorted(kinds):
        said = [
            one.level
            for one in module.decls
            if isinstance(one, Precision) and any(n.name == kind for n in find(one.type, TypeName))
        ]
        found += sorted(set(said)) or [_DEFAULTS.get((stage, kind), "")]
    return " ".join(found)
