"""Where a compiler writes another computation in the place of an instruction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.floats import bits_of_float
from aberration.languages.spirv.glsl_functions import glsl_number, import_of_functions
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.types import (
    component_count,
    component_type,
    is_float,
    is_vector,
    scalar_of,
)
from aberration.languages.spirv.types import width as bits
from aberration.targets.mutants.rewriting import instructions

WIDTH: Final = 32


class Site:
    """An instruction in a block: `write` puts others before it, `become` makes its result that
    of another one.
    """

    def __init__(self, module: Module, anchor: Instruction) -> None:
        self.module = module
        self.anchor = anchor
        self.type_id = anchor.type_id

    def write(self, op: int, *ops: int, type_id: int = 0) -> int:
        """Write an instruction of the anchor's type, unless another one is named; return its
        result.
        """
        fresh = self.module.fresh_id()
        self.module.insert_before(
            self.anchor, Instruction(op, type_id or self.type_id, fresh, list(ops))
        )
        return fresh

    def call(self, number: int, *ops: int, type_id: int = 0) -> int:
        """Write an instruction of GLSL.std.450."""
        return self.write(
            opcodes.OpExtInst, import_of_functions(self.module), number, *ops, type_id=type_id
        )

    def become(self, op: int, *ops: int) -> None:
        """Let the anchor's result come from another instruction."""
        anchor = self.anchor
        self.anchor = Instruction(op, anchor.type_id, anchor.result_id, list(ops))
        self.module.replace(anchor, self.anchor)

    def become_call(self, number: int, *ops: int) -> None:
        """Let the anchor's result come from an instruction of GLSL.std.450."""
        self.become(opcodes.OpExtInst, import_of_functions(self.module), number, *ops)

    def become_value(self, value: int) -> None:
        """Let the anchor's result be a value."""
        self.become(opcodes.OpCopyObject, value)

    def constant(self, value: float, type_id: int = 0) -> int:
        """Return the constant of a number, in each component of a vector type."""
        return constant(self.module, value, type_id or self.type_id)

    def equals(self, left: int, right: int) -> int:
        """Write whether two values of the anchor's type are equal, for each component."""
        return self._compare(opcodes.OpFOrdEqual, left, right)

    def is_less(self, left: int, right: int) -> int:
        """Write whether one value of the anchor's type is less than another, for each component."""
        return self._compare(opcodes.OpFOrdLessThan, left, right)

    def _compare(self, op: int, left: int, right: int) -> int:
        type_id = declare(self.module, opcodes.OpTypeBool)
        if is_vector(self.module, self.type_id):
            type_id = declare(
                self.module, opcodes.OpTypeVector, 0, type_id, length(self.module, self.type_id)
            )
        return self.write(op, left, right, type_id=type_id)


def constant(module: Module, value: float, type_id: int) -> int:
    """Return the constant of a number of a 32-bit float type, in each component of a vector,
    declared if need be.

    Raises `OverflowError` for a number beyond the largest float.
    """
    return constants(module, (value,) * length(module, type_id), type_id)


def constants(module: Module, values: Sequence[float], type_id: int) -> int:
    """Return the constant of these numbers, one for each component, declared if need be; see
    `constant`.
    """
    scalar = scalar_of(module, type_id)
    parts = [
        declare(module, opcodes.OpConstant, scalar, bits_of_float(value, WIDTH)) for value in values
    ]
    return (
        parts[0]
        if scalar == type_id
        else declare(module, opcodes.OpConstantComposite, type_id, *parts)
    )


def is_floats(module: Module, type_id: int) -> bool:
    """Say whether a type is a 32-bit float or a vector of them."""
    return is_float(module, scalar_of(module, type_id)) and bits(module, type_id) == WIDTH


def length(module: Module, type_id: int) -> int:
    """Return how many floats a value of the type has: 1 for a scalar."""
    return component_count(module, type_id) if is_vector(module, type_id) else 1


def part_type(module: Module, type_id: int) -> int:
    """Return the type of the components; of a scalar, itself."""
    return component_type(module, type_id) if is_vector(module, type_id) else type_id


def is_exact(module: Module, instruction: Instruction) -> bool:
    """Say whether a result is decorated NoContraction: it is what its instruction says, each
    rounding included.
    """
    return has_decoration(module, instruction.result_id, Decoration.NO_CONTRACTION)


Rewrite = Callable[[Site], None]


def at_each(module: Module, ops: tuple[int, ...], rewrite: Rewrite) -> None:
    """Rewrite each instruction of these opcodes that gives 32-bit floats, in the order of the
    text.
    """
    for instruction in instructions(module, *ops):
        if is_floats(module, instruction.type_id):
            rewrite(Site(module, instruction))


def at_each_free(module: Module, ops: tuple[int, ...], rewrite: Rewrite) -> None:
    """Rewrite each of them whose rounding is free: it is not decorated NoContraction."""
    for instruction in instructions(module, *ops):
        if is_floats(module, instruction.type_id) and not is_exact(module, instruction):
            rewrite(Site(module, instruction))


def at_each_call(module: Module, number: int, rewrite: Rewrite) -> None:
    """Rewrite each instruction of GLSL.std.450 of this number that gives 32-bit floats."""
    for instruction in instructions(module, opcodes.OpExtInst):
        if glsl_number(module, instruction) == number and is_floats(module, instruction.type_id):
            rewrite(Site(module, instruction))


def at_each_free_call(module: Module, number: int, rewrite: Rewrite) -> None:
    """Rewrite each of them whose rounding is free."""
    for instruction in instructions(module, opcodes.OpExtInst):
        if glsl_number(module, instruction) != number or not is_floats(module, instruction.type_id):
            continue
        if not is_exact(module, instruction):
            rewrite(Site(module, instruction))
