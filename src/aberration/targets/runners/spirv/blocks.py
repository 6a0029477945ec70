"""The uniform blocks of a SPIR-V module with the names of their members, as a front end writes
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.core.texture_arrays import element_name
from aberration.targets.runners.block_places import Block, Member
from aberration.targets.runners.interface import instructions, name_in, words_of_functions

_NAME, _MEMBER_NAME, _DECORATE, _MEMBER_DECORATE = 5, 6, 71, 72
_TYPE_ARRAY, _TYPE_STRUCT, _TYPE_POINTER, _CONSTANT, _VARIABLE = 28, 30, 32, 43, 59
_UNIFORM, _STORAGE_BUFFER = 2, 12
_ARRAY_STRIDE, _BUFFER_BLOCK, _BINDING, _DESCRIPTOR_SET, _OFFSET = 6, 3, 33, 34, 35
_LOOSE: Final = "gl_DefaultUniformBlock"
"""Glslang's name for the block of all uniforms outside of blocks."""
_MOST_ELEMENTS: Final = 1024
"""An array of structures with more elements is not taken apart: no file of inputs names them
all.
"""


class _Module:
    """Names, types, decorations and variables by one walk."""

    def __init__(self, source: bytes) -> None:
        self.names: dict[int, str] = {}
        self.member_names: dict[tuple[int, int], str] = {}
        self.decorations: dict[tuple[int, int], int] = {}
        self.offsets: dict[tuple[int, int], int] = {}
        self.structs: dict[int, tuple[int, ...]] = {}
        self.arrays: dict[int, tuple[int, int]] = {}
        self.pointees: dict[int, int] = {}
        self.constants: dict[int, int] = {}
        self.variables: list[tuple[int, int, int]] = []
        self.used = words_of_functions(source)
        for opcode, words in instructions(source):
            self._read(opcode, words)

    def place(self, variable: int) -> tuple[int, int]:
        """Return (set, binding) of a variable."""
        return self.decorations.get((variable, _DESCRIPTOR_SET), 0), self.decorations.get(
            (variable, _BINDING), 0
        )

    def element(self, pointer: int) -> tuple[int, int | None]:
        """Return the type of a block that a pointer leads to, and how many there are; None for one
        that is in no array.
        """
        kind = self.pointees[pointer]
        if kind not in self.arrays:
            return kind, None
        element, length = self.arrays[kind]
        return element, self.constants.get(length, 0)

    def is_used(self, variable: int) -> bool:
        """Return whether code names a variable. One that none names lies nowhere: glslang gives
        such a block of loose uniforms binding 0, also where another block is bound to 0.
        """
        return variable in self.used

    def members(self, struct: int) -> Iterator[Member]:
        """Yield the members of a structure that are none themselves: `a`, `s.a`, `s[1].a`,
        `a[1]` of two sizes.
        """
        for index, kind in enumerate(self.structs[struct]):
            name = self.member_names.get((struct, index), "")
            yield from self._below(name, kind, self.offsets.get((struct, index), 0))

    def _below(self, name: str, kind: int, offset: int) -> Iterator[Member]:
        element, length = self.arrays.get(kind, (0, 0))
        if kind in self.structs:
            for member in self.members(kind):
                yield Member(f"{name}.{member.name}", offset + member.offset)
        elif element in self.structs or element in self.arrays:
            stride = self.decorations.get((kind, _ARRAY_STRIDE), 0)
            for index in range(min(self.constants.get(length, 0), _MOST_ELEMENTS)):
                yield from self._below(f"{name}[{index}]", element, offset + index * stride)
        else:
            yield Member(name, offset)

    def _read(self, opcode: int, words: memoryview) -> None:
        if opcode == _NAME:
            self.names[words[0]] = name_in(words[1:])
        elif opcode == _MEMBER_NAME:
            self.member_names[words[0], words[1]] = name_in(words[2:])
        elif opcode == _DECORATE:
            self.decorations[words[0], words[1]] = words[2] if len(words) > 2 else 1
        elif opcode == _MEMBER_DECORATE and words[2] == _OFFSET:
            self.offsets[words[0], words[1]] = words[3]
        elif opcode == _VARIABLE:
            self.variables.append((words[1], words[0], words[2]))
        else:
            self._read_type(opcode, words)

    def _read_type(self, opcode: int, words: memoryview) -> None:
        if opcode == _TYPE_STRUCT:
            self.structs[words[0]] = tuple(words[1:])
        elif opcode == _TYPE_ARRAY:
            self.arrays[words[0]] = (words[1], words[2])
        elif opcode == _TYPE_POINTER:
            self.pointees[words[0]] = words[2]
        elif opcode == _CONSTANT:
            self.constants[words[1]] = words[2]


def read_blocks(source: bytes) -> tuple[Block, ...]:
    """Return the uniform blocks of a valid module, in the order of their variables."""
    module = _Module(source)
    found: list[Block] = []
    for variable, pointer, storage in module.variables:
        struct, length = module.element(pointer)
        if (
            storage == _UNIFORM
            and struct in module.structs
            and (struct, _BUFFER_BLOCK) not in module.decorations
            and module.is_used(variable)
        ):
            name = module.names.get(struct, "")
            block = Block(name, module.place(variable), tuple(module.members(struct)))
            found += _elements(block, length) if length is not None else (block,)
    return tuple(found)


def _elements(block: Block, length: int) -> Iterator[Block]:
    """Yield the elements of an array of blocks: in inputs their bindings follow each other."""
    group, binding = block.place
    for number in range(min(length, _MOST_ELEMENTS)):
        name = element_name(block.name, number) if block.name else ""
        yield msgspec.structs.replace(block, name=name, place=(group, binding + number))


def shares_a_place(blocks: Sequence[Block]) -> bool:
    """Return whether the uniforms outside of blocks lie where another block does: both cannot
    have their values there.
    """
    loose = {block.place for block in blocks if block.name == _LOOSE}
    return any(block.place in loose for block in blocks if block.name != _LOOSE)


def storage_places(source: bytes) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return (set, binding) of each storage block of a valid module; of an array of blocks that of
    each element in inputs.
    """
    module = _Module(source)
    found = []
    for variable, pointer, kind in module.variables:
        if _is_stored(module, pointer, kind) and module.is_used(variable):
            group, binding = module.place(variable)
            _, length = module.element(pointer)
            found.append(tuple((group, binding + number) for number in range(length or 1)))
    return tuple(found)


def _is_stored(module: _Module, pointer: int, storage: int) -> bool:
    old_style = (
        storage == _UNIFORM and (module.element(pointer)[0], _BUFFER_BLOCK) in module.decorations
    )
    return old_style or storage == _STORAGE_BUFFER
