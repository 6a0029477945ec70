"""Which uniforms of the inputs lie in which block of a program, and where.

SPIR-V knows blocks by set and binding. The shading languages may leave the binding away, or have uniforms
outside of any block: there the name counts, that of the block or of its member, as in the files of GraphicsFuzz.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program, without_comments

_STATES_BINDING: Final = re.compile(rb"\bbinding\b")


class Member(msgspec.Struct, frozen=True):
    """A member of a block by its name in the shader (`a`, or `s.a` inside a structure), at an offset in bytes."""

    name: str
    offset: int


class Block(msgspec.Struct, frozen=True):
    """A uniform block: its name, (set, binding), its members, and how many bytes it reads at least."""

    name: str
    place: tuple[int, int]
    members: tuple[Member, ...]
    size: int = 0


def states_bindings(program: Program) -> bool:
    """True where the text of a shader says which binding a block has."""
    return _STATES_BINDING.search(without_comments(program.source)) is not None


def lie_in(block: Block, inputs: Inputs, *, by_place: bool) -> tuple[Uniform, ...]:
    """Return the uniforms that a block holds, moved to its place, each with its offset in the block.

    By set and binding, or else by name; `by_place` says which goes first: the place where the program states it.
    """
    named, placed = _by_name(block, inputs), _by_place(block, inputs)
    return (placed or named) if by_place else (named or placed)


def moved(blocks: Sequence[Block], inputs: Inputs, *, by_place: bool) -> Inputs:
    """Return the inputs with every uniform at its block's place; push constants stay, what lies nowhere is left out."""
    found = [uniform for block in blocks for uniform in lie_in(block, inputs, by_place=by_place)]
    pushed = [uniform for uniform in inputs.uniforms if uniform.push_constant]
    return msgspec.structs.replace(inputs, uniforms=(*found, *pushed))


def _by_name(block: Block, inputs: Inputs) -> tuple[Uniform, ...]:
    offsets = {member.name: member.offset for member in block.members}
    found = []
    for uniform in inputs.uniforms:
        if uniform.name == block.name:
            found.append(_at(uniform, block, uniform.offset))
        elif uniform.name in offsets:
            found.append(_at(uniform, block, offsets[uniform.name]))
    return tuple(found)


def _by_place(block: Block, inputs: Inputs) -> tuple[Uniform, ...]:
    return tuple(
        uniform
        for uniform in inputs.uniforms
        if (uniform.descriptor_set, uniform.binding) == block.place and not uniform.push_constant
    )


def _at(uniform: Uniform, block: Block, offset: int) -> Uniform:
    group, binding = block.place
    return Uniform(uniform.name, uniform.data, binding, group, offset=offset)
