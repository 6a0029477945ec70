"""A module as OpenGL can take it: all blocks and images in descriptor set 0, and a uniform block in
place of push constants.

OpenGL has no sets; spirv-cross drops them, and blocks of two sets could not be distinguished. It
writes push constants as uniforms outside of blocks, whose names it makes up.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program
from aberration.targets.runners.interface import instructions, read_interface

_DECORATE, _TYPE_POINTER, _VARIABLE, _FUNCTION = 71, 32, 59, 54
_BINDING, _DESCRIPTOR_SET = 33, 34
_UNIFORM_CONSTANT, _UNIFORM, _PUSH_CONSTANT, _STORAGE_BUFFER = 0, 2, 9, 12
_BOUND: Final = (_UNIFORM_CONSTANT, _UNIFORM, _STORAGE_BUFFER)
_HEADER_WORDS: Final = 5

Place = tuple[int, int]


def flatten(program: Program) -> Program:
    """Return a valid module with its inputs at new places; as it is where it has one set and no
    push constants. Its textures have bindings.
    """
    places, pushed = _survey(program.source)
    # Elements of an array of blocks follow each other, so that their new numbers do, too.
    used = {*places.values(), *read_interface(program.source).elements}
    used |= {one.place for one in program.inputs.uniforms if not one.push_constant}
    used |= {(one.descriptor_set, one.binding) for one in program.inputs.buffers}
    used |= {(one.descriptor_set, one.binding) for one in program.inputs.textures}
    if not pushed and all(group == 0 for group, _ in used):
        return program
    bindings = {place: number for number, place in enumerate(sorted(used))}
    spare = len(bindings)
    source = _rewrite(
        program.source, {one: bindings[place] for one, place in places.items()}, pushed, spare
    )
    return msgspec.structs.replace(
        program, source=source, inputs=_at(program.inputs, bindings, spare)
    )


def _survey(source: bytes) -> tuple[dict[int, Place], list[int]]:
    """Return the places of blocks and images by variable, and the variables of push constants."""
    decorations: dict[tuple[int, int], int] = {}
    blocks, pushed = [], []
    for opcode, words in instructions(source):
        if opcode == _FUNCTION:
            break
        if opcode == _DECORATE and words[1] in (_BINDING, _DESCRIPTOR_SET):
            decorations[words[0], words[1]] = words[2]
        elif opcode == _VARIABLE and words[2] in _BOUND:
            blocks.append(words[1])
        elif opcode == _VARIABLE and words[2] == _PUSH_CONSTANT:
            pushed.append(words[1])
    places = {
        one: (decorations.get((one, _DESCRIPTOR_SET), 0), decorations.get((one, _BINDING), 0))
        for one in blocks
    }
    return places, pushed


def _rewrite(source: bytes, bindings: Mapping[int, int], pushed: list[int], spare: int) -> bytes:
    """Return the module with new bindings, and push constants turned into a block at the
    binding `spare`.
    """
    out = list(memoryview(source).cast("I")[:_HEADER_WORDS])
    waiting = pushed
    for opcode, words in instructions(source):
        if opcode == _DECORATE:
            for variable in waiting:
                out += _decoration(variable, _DESCRIPTOR_SET, 0) + _decoration(
                    variable, _BINDING, spare
                )
            waiting = []
        out.append((len(words) + 1) << 16 | opcode)
        out += _flat_words(opcode, words.tolist(), bindings)
    return struct.pack(f"<{len(out)}I", *out)


def _decoration(variable: int, kind: int, value: int) -> list[int]:
    return [4 << 16 | _DECORATE, variable, kind, value]


def _flat_words(opcode: int, words: list[int], bindings: Mapping[int, int]) -> list[int]:
    if opcode == _DECORATE and words[0] in bindings and words[1] == _DESCRIPTOR_SET:
        return [words[0], _DESCRIPTOR_SET, 0]
    if opcode == _DECORATE and words[0] in bindings and words[1] == _BINDING:
        return [words[0], _BINDING, bindings[words[0]]]
    if opcode == _TYPE_POINTER and words[1] == _PUSH_CONSTANT:
        return [words[0], _UNIFORM, words[2]]
    if opcode == _VARIABLE and words[2] == _PUSH_CONSTANT:
        return [*words[:2], _UNIFORM, *words[3:]]
    return words


def _at(inputs: Inputs, bindings: Mapping[Place, int], spare: int) -> Inputs:
    uniforms = tuple(
        Uniform(
            one.name,
            one.data,
            spare if one.push_constant else bindings[one.place],
            offset=one.offset,
        )
        for one in inputs.uniforms
    )
    buffers = tuple(
        msgspec.structs.replace(
            one, descriptor_set=0, binding=bindings[one.descriptor_set, one.binding]
        )
        for one in inputs.buffers
    )
    textures = tuple(
        msgspec.structs.replace(
            one, descriptor_set=0, binding=bindings[one.descriptor_set, one.binding]
        )
        for one in inputs.textures
    )
    return msgspec.structs.replace(inputs, uniforms=uniforms, buffers=buffers, textures=textures)
