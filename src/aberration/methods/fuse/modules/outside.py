"""What both modules of a fused program get from outside: their resources at bindings of their own,
their inputs by the new names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform
from aberration.core.tiles import Tile, spread_tiles

from ..outside import take_binding
from .link import Bindings, PartToLink, place_of
from .part import ModulePart

PREFIXES: Final = ("a_", "b_")
_ACROSS: Final = 4
_SIDE: Final = 8
_WORD: Final = re.compile(r"[^.]+")


class Joined(msgspec.Struct, frozen=True):
    """The inputs of a fused program, and its modules with their new bindings."""

    inputs: Inputs
    parts: tuple[PartToLink, ...]


def join_outside(parts: tuple[ModulePart, ModulePart]) -> Joined:
    """Return the outside of the fused program."""
    taken: set[tuple[int, int]] = set()
    tables = [_numbers(part, taken) for part in parts]
    uniforms = [
        _with_place(one, prefix, table)
        for part, prefix, table in zip(parts, PREFIXES, tables, strict=True)
        for one in part.program.inputs.uniforms
    ]
    buffers = [
        replace(one, binding=table[one.descriptor_set, one.binding])
        for part, table in zip(parts, tables, strict=True)
        for one in part.program.inputs.buffers
    ]
    first = parts[0].program.inputs
    return Joined(
        replace(first, uniforms=tuple(uniforms), buffers=tuple(buffers)),
        tuple(
            PartToLink(part.module, prefix, table)
            for part, prefix, table in zip(parts, PREFIXES, tables, strict=True)
        ),
    )


def run_together(
    first: Inputs, second: Inputs, *, one_group: bool = False
) -> tuple[Inputs, Inputs]:
    """Return the inputs of two parts, each run as much as the smaller one of them, or `one_group`
    of it; of large images some tiles.
    """
    width, height = min(first.width, second.width), min(first.height, second.height)
    tiles: tuple[Tile, ...] = spread_tiles(width, height, _ACROSS, _SIDE)
    x, y, z = (1, 1, 1) if one_group else map(min, first.groups, second.groups)
    one, other = (
        replace(inputs, width=width, height=height, tiles=tiles, groups=(x, y, z))
        for inputs in (first, second)
    )
    return one, other


def _numbers(part: ModulePart, taken: set[tuple[int, int]]) -> Bindings:
    """Return a binding for each place of a part: its own, or the first that is free."""
    inputs = part.program.inputs
    numbers: dict[tuple[int, int], int] = {}
    places: Iterable[tuple[int, int]] = (
        *(place_of(part.module, one) for one in part.resources),
        *(one.place for one in inputs.uniforms if not one.push_constant),
        *((one.descriptor_set, one.binding) for one in inputs.buffers),
    )
    for group, own in dict.fromkeys(places):
        numbers[group, own] = take_binding(taken, group, own)
    return numbers


def _with_place(uniform: Uniform, prefix: str, numbers: Bindings) -> Uniform:
    """Return a uniform by its new name, as each of its parts is called in the module."""
    name = _WORD.sub(lambda word: prefix + word[0], uniform.name)
    if uniform.push_constant:
        return replace(uniform, name=name)
    return replace(uniform, name=name, binding=numbers[uniform.place])
