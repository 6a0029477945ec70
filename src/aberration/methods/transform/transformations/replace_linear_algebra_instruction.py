"""Compute a transposition or a product component by component (catalogue:
ReplaceLinearAlgebraInstruction).
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpCompositeExtract,
    OpDot,
    OpFAdd,
    OpFMul,
    OpMatrixTimesMatrix,
    OpMatrixTimesScalar,
    OpMatrixTimesVector,
    OpOuterProduct,
    OpTranspose,
    OpVectorTimesMatrix,
    OpVectorTimesScalar,
)
from aberration.methods.transform.analysis.products import SUMS, paths_of, products_of
from aberration.methods.transform.analysis.whole_floats import are_sums_exact
from aberration.methods.transform.transformation import Transformation, all_fresh

REPLACED: Final = (OpTranspose, OpVectorTimesScalar, OpMatrixTimesScalar, OpOuterProduct)


class ReplaceLinearAlgebraInstruction(Transformation, frozen=True, gc=False):
    """Precondition: `result` is an undecorated OpTranspose, OpVectorTimesScalar,
    OpMatrixTimesScalar or OpOuterProduct, of which each component is at most one product, rounded
    once, whoever expands it. Or it is an OpDot or a product with a matrix, which are sums, and the
    order in which a driver adds is its own: of these, all factors are known to be integers so small
    that each partial sum is exact, and no sum may be zero with a minus sign (`whole_floats.py`).
    There are exactly as many fresh ids as instructions are inserted.
    Effect: inserts the extraction of components, their products and sums, and the construction of
    columns; the instruction becomes the construction of the whole, or the last addition.
    Facts: uses what is known of uniforms, adds none.
    """

    result: int
    fresh_ids: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        instruction = module.definition(self.result)
        if instruction is None or not can_be_expanded(module, instruction):
            return False
        return len(self.fresh_ids) == ids_needed(module, instruction) and all_fresh(
            module, *self.fresh_ids
        )

    def apply(self, module: Module) -> None:
        old = must_exist(module.definition(self.result))
        module.replace(old, *Expansion(module, old, list(self.fresh_ids)).instructions())


def can_be_expanded(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction is one whose expansion is exact. Decorations would belong to
    the products.
    """
    if instruction.block is None or module.is_decorated(instruction.result_id):
        return False
    if instruction.op in REPLACED:
        return True
    return instruction.op in SUMS and are_sums_exact(
        module, instruction, paths_of(module, instruction.type_id)
    )


def ids_needed(module: Module, instruction: Instruction) -> int:
    """Return the number of instructions that are inserted."""
    if instruction.op in SUMS:
        return _ids_of_sums(module, instruction)
    columns = types.component_count(module, instruction.type_id)
    if instruction.op == OpVectorTimesScalar:
        return 2 * columns
    rows = types.component_count(module, types.component_type(module, instruction.type_id))
    if instruction.op == OpTranspose:
        return columns * (rows + 1)
    return columns * (2 * rows + (1 if instruction.op == OpMatrixTimesScalar else 2))


def _ids_of_sums(module: Module, instruction: Instruction) -> int:
    """Return the number for sums: two extractions, a product and an addition for each, but one
    addition less.
    """
    paths = paths_of(module, instruction.type_id)
    sums = sum(4 * len(products_of(module, instruction, path)) - 1 for path in paths)
    if instruction.op == OpDot:
        return sums - 1
    return sums + (
        types.component_count(module, instruction.type_id)
        if instruction.op == OpMatrixTimesMatrix
        else 0
    )


class Expansion:
    """What an instruction is expanded to; columns and rows are those of its result."""

    __slots__ = ("_ids", "_made", "_module", "_old", "_scalar")

    def __init__(self, module: Module, old: Instruction, fresh_ids: list[int]) -> None:
        self._module: Module = module
        self._old: Instruction = old
        self._ids: list[int] = [old.result_id, *fresh_ids[::-1]]
        self._made: list[Instruction] = []
        self._scalar: int = old.type_id
        while types.component_type(module, self._scalar):
            self._scalar = types.component_type(module, self._scalar)

    def instructions(self) -> list[Instruction]:
        """Return the instructions, the last one with the old id."""
        if self._old.op == OpDot:
            self._sum(())
            return self._made
        columns = types.component_count(self._module, self._old.type_id)
        if self._old.op == OpVectorTimesScalar:
            parts = self._scale([(k,) for k in range(columns)])
        elif self._old.op in (OpMatrixTimesVector, OpVectorTimesMatrix):
            parts = [self._sum((k,)) for k in range(columns)]
        else:
            parts = [self._column(k) for k in range(columns)]
        self._make(OpCompositeConstruct, self._old.type_id, parts)
        return self._made

    def _column(self, column: int) -> int:
        type_id = types.component_type(self._module, self._old.type_id)
        rows = types.component_count(self._module, type_id)
        if self._old.op == OpTranspose:
            parts = [self._extract(self._old.ops[0], (row, column)) for row in range(rows)]
        elif self._old.op == OpMatrixTimesScalar:
            parts = self._scale([(column, row) for row in range(rows)])
        elif self._old.op == OpMatrixTimesMatrix:
            parts = [self._sum((column, row)) for row in range(rows)]
        else:
            factor = self._extract(self._old.ops[1], (column,))
            parts = [
                self._product(self._extract(self._old.ops[0], (row,)), factor)
                for row in range(rows)
            ]
        return self._make(OpCompositeConstruct, type_id, parts)

    def _scale(self, paths: list[tuple[int, ...]]) -> list[int]:
        """Multiply parts of the first operand by the second one."""
        composite, factor = self._old.ops
        return [self._product(self._extract(composite, path), factor) for path in paths]

    def _sum(self, path: tuple[int, ...]) -> int:
        """Add up the products of a component, from the first to the last."""
        total = 0
        for left, right in products_of(self._module, self._old, path):
            product = self._product(self._extract(*left), self._extract(*right))
            total = self._make(OpFAdd, self._scalar, [total, product]) if total else product
        return total

    def _extract(self, composite: int, path: tuple[int, ...]) -> int:
        return self._make(OpCompositeExtract, self._scalar, [composite, *path])

    def _product(self, left: int, right: int) -> int:
        return self._make(OpFMul, self._scalar, [left, right])

    def _make(self, op: int, type_id: int, ops: list[int]) -> int:
        self._made.append(Instruction(op, type_id, self._ids.pop(), ops))
        return self._made[-1].result_id
