"""Which uniforms of the inputs lie in which block of a program, and where.

SPIR-V knows blocks by set and binding. The shading languages may leave the binding away, or have
uniforms outside of any block: there the name counts, that of the block or of its member, as in the
files of GraphicsFuzz.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.program import Program, without_comments
from aberration.core.texture_arrays import element_of

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_HEAD: Final = re.compile(rb"(?:^|[;{}])([^;{}]*+)(?=\{)")
"""What stands before a brace, from the last statement on: looked for at its beginning alone, as
long texts without one would take the square of their length.
"""
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")


class Member(msgspec.Struct, frozen=True):
    """A member of a block by its name in the shader (`a`, or `s.a` inside a structure), at an
    offset in bytes.

    A driver tells how far elements of an array (`stride`) and columns or rows of a matrix (`line`)
    are apart.
    """

    name: str
    offset: int
    stride: int = 0
    line: int = 0
    row_major: bool = False


class Block(msgspec.Struct, frozen=True):
    """A uniform block: its name, (set, binding), its members, and how many bytes it reads at
    least.
    """

    name: str
    place: tuple[int, int]
    members: tuple[Member, ...]
    size: int = 0

    def is_among(self, stated: frozenset[str]) -> bool:
        """Return whether its name is among some, that of its array for an element of one."""
        array = element_of(self.name)
        return (array[0] if array else self.name) in stated


class Stated(msgspec.Struct, frozen=True):
    """The blocks of a shader's text that state their bindings: uniform blocks by name, and how
    many storage blocks.
    """

    uniform: frozenset[str]
    storage: int


def stated_bindings(program: Program) -> Stated:
    """Return which blocks of a shader in GLSL or ESSL say where they are bound."""
    uniform, storage = set(), 0
    for words in heads_of(program):
        if b"binding" in words and b"buffer" in words:
            storage += 1
        elif b"binding" in words and b"uniform" in words:
            uniform.add(words[-1].decode())
    return Stated(frozenset(uniform), storage)


def heads_of(program: Program) -> list[list[bytes]]:
    """Return the `heads` of all stages of a program."""
    return [words for _, source in program.stages() for words in heads(source)]


def heads(source: bytes) -> list[list[bytes]]:
    """Return the words in front of each brace of a shader in GLSL or ESSL, from the last
    statement on.
    """
    text = _DIRECTIVE.sub(b"", without_comments(source))
    return [_WORD.findall(head) for head in _HEAD.findall(text)]


def lie_in(block: Block, inputs: Inputs, stated: frozenset[str]) -> tuple[Uniform, ...]:
    """Return the uniforms that a block holds, moved to its place, each with its offset in the
    block.

    By set and binding where the block's name is among those that the text states a binding of, or
    lost; else by name.
    """
    placed = _by_place(block, inputs) if block.is_among(stated) or not block.name else ()
    return placed or _by_name(block, inputs)


def with_moved_uniforms(blocks: Sequence[Block], inputs: Inputs, stated: frozenset[str]) -> Inputs:
    """Return the inputs with every uniform at its block's place; push constants stay, what lies
    nowhere is left out.
    """
    found = [uniform for block in blocks for uniform in lie_in(block, inputs, stated)]
    pushed = [uniform for uniform in inputs.uniforms if uniform.push_constant]
    return msgspec.structs.replace(inputs, uniforms=(*found, *pushed))


def with_placed_uniforms(
    blocks: Sequence[Block], inputs: Inputs, stated: frozenset[str] | None
) -> Inputs:
    """Return the inputs with every uniform where a front end laid its block: those with a binding
    stay where they are.

    `stated` are the blocks whose text states a binding, None: all; another one's binding is the
    front end's choice.
    """
    kept = {
        block.place
        for block in blocks
        if stated is not None and (block.is_among(stated) or not block.name)
    }
    found = []
    for uniform in inputs.uniforms:
        bound = uniform.binding != UNBOUND and (stated is None or uniform.place in kept)
        if uniform.push_constant or bound:
            found.append(uniform)
        else:
            alone = msgspec.structs.replace(inputs, uniforms=(uniform,))
            found += [moved for block in blocks for moved in _by_name(block, alone)]
    return msgspec.structs.replace(inputs, uniforms=tuple(found))


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
