"""What a vertex stage passes to a fragment shader, as functions of the pixel: each such input of a
module becomes a private variable, which the entry point stores to before all else.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.stand_ins import SIZE, shift_of
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare, declare_input
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points
from aberration.languages.spirv.private_interface import (
    make_private,
    private_pointer,
    stage_variables,
)
from aberration.languages.spirv.reader import LINES


class InputPart(msgspec.Struct, frozen=True):
    """A part of an input that is a scalar, vector or matrix: the way to it, and its number."""

    path: tuple[int, ...]
    type_id: int
    number: int


def with_stand_ins(module: Module) -> None:
    """Let functions of the pixel stand for all inputs that another stage would write.

    Component 0 of the input of number n is (x + 32 n) / 256, component 1 the same of y, then 0.5
    and 1; integers are n + 1, matrices the identity. Raise `BadInput` for a module with several
    entry points, and for an input that is more than read.
    """
    entries = entry_points(module)
    if len(entries) != 1:
        raise BadInput(f"expected a module with one entry point, but it has {len(entries)}")
    inputs = stage_variables(module, StorageClass.INPUT)
    stores = _Stores(module)
    for number, variable in enumerate(inputs):
        type_id = types.pointee(module, variable.type_id)
        make_private(module, variable)
        for part in _parts_of(module, type_id, (), number):
            stores.add(variable.result_id, part)
    _at_start(module, entries[0].ops[1], stores.made)


def _parts_of(
    module: Module, type_id: int, path: tuple[int, ...], number: int
) -> Iterator[InputPart]:
    if types.is_struct(module, type_id):
        for k, part in enumerate(types.part_types(module, type_id)):
            yield from _parts_of(module, part, (*path, k), number + k)
    elif types.is_array(module, type_id):
        element = types.component_type(module, type_id)
        for k in range(types.component_count(module, type_id)):
            yield from _parts_of(module, element, (*path, k), number + k)
    else:
        yield InputPart(path, type_id, number)


class _Stores:
    """The instructions that give the inputs their values, in the order in which they run."""

    def __init__(self, module: Module) -> None:
        self.made: Final[list[Instruction]] = []
        self._module: Final = module
        self._float: Final = declare(module, o.OpTypeFloat, 0, 32)
        self._place: Final = self._pixel()

    def add(self, variable_id: int, part: InputPart) -> None:
        """Store what a part of an input is."""
        pointer = variable_id
        if part.path:
            integer = declare(self._module, o.OpTypeInt, 0, 32, 0)
            indexes = [declare(self._module, o.OpConstant, integer, each) for each in part.path]
            into = private_pointer(self._module, part.type_id)
            pointer = self._put(o.OpAccessChain, into, variable_id, *indexes)
        value = self._value(part)
        self.made.append(Instruction(o.OpStore, 0, 0, [pointer, value]))

    def _value(self, part: InputPart) -> int:
        module, type_id = self._module, part.type_id
        is_matrix = types.is_matrix(module, type_id)
        column = types.component_type(module, type_id) if is_matrix else type_id
        scalar = types.scalar_of(module, column)
        if types.width(module, scalar) != 32:
            raise BadInput("expected inputs of 32 bits, but there is one of another width")
        if is_matrix:
            return self._identity(type_id)
        size = types.component_count(module, type_id) if types.is_vector(module, type_id) else 1
        parts = [self._component(scalar, part.number, k) for k in range(size)]
        return parts[0] if size == 1 else self._put(o.OpCompositeConstruct, type_id, *parts)

    def _component(self, scalar: int, number: int, k: int) -> int:
        module = self._module
        if types.is_int(module, scalar):
            return declare(module, o.OpConstant, scalar, number + 1)
        if k > 1:
            return self._number(0.5 if k == 2 else 1.0)
        start = self._number(float(shift_of(number)))
        moved = self._put(o.OpFAdd, scalar, self._place[k], start)
        # A power of two: the product is exact, where a quotient need not be.
        return self._put(o.OpFMul, scalar, moved, self._number(1.0 / SIZE))

    def _identity(self, type_id: int) -> int:
        module = self._module
        column = types.component_type(module, type_id)
        size = types.component_count(module, column)
        ones = [
            self._put(
                o.OpCompositeConstruct, column, *[self._number(float(k == at)) for k in range(size)]
            )
            for at in range(types.component_count(module, type_id))
        ]
        return self._put(o.OpCompositeConstruct, type_id, *ones)

    def _pixel(self) -> tuple[int, int]:
        """Return both components of the pixel's place."""
        module = self._module
        four = declare(module, o.OpTypeVector, 0, self._float, 4)
        variable = self._frag_coord(four)
        whole = self._put(o.OpLoad, four, variable)
        x, y = (self._put(o.OpCompositeExtract, self._float, whole, k) for k in range(2))
        return x, y

    def _frag_coord(self, type_id: int) -> int:
        module = self._module
        for variable in module.globals:
            if (
                variable.op == o.OpVariable
                and variable.ops[0] == StorageClass.INPUT
                and mark(module, variable.result_id, Decoration.BUILT_IN) == BuiltIn.FRAG_COORD
            ):
                return variable.result_id
        pointer = declare(module, o.OpTypePointer, 0, StorageClass.INPUT, type_id)
        made = module.fresh_id()
        declare_input(module, made, pointer, BuiltIn.FRAG_COORD)
        module.add_input(made)
        return made

    def _number(self, value: float) -> int:
        (word,) = struct.unpack("<I", struct.pack("<f", value))
        return declare(self._module, o.OpConstant, self._float, word)

    def _put(self, op: int, type_id: int, *ops: int) -> int:
        made = Instruction(op, type_id, self._module.fresh_id(), list(ops))
        self.made.append(made)
        return made.result_id


def _at_start(module: Module, function_id: int, instructions: Sequence[Instruction]) -> None:
    """Insert instructions after the variables of a function."""
    (function,) = [each for each in module.functions if each.id == function_id]
    entry = function.blocks[0]
    first = next(
        k
        for k, known in enumerate(entry.instructions)
        if known.op != o.OpVariable and known.op not in LINES
    )
    for k, instruction in enumerate(instructions):
        module.insert(entry, first + k, instruction)
