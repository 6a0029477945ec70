"""Multiply the parts of an integer by a matrix and by its inverse, and put them together again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.floats import bits_of_float
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.analysis.whole_floats import LARGEST
from aberration.methods.transform.analysis.whole_matrices import (
    SIZES,
    Rows,
    inverse,
    norm,
    transpose,
)
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh

FORMS: Final = ("matrix times vector", "vector times matrix", "matrix times matrix", "dot")
WIDTH: Final = 32


class AddMatrixSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `source` is a single integer of 32 bits and can be a synonym (relevant,
    defined, undecorated). It is available at `before`, which is in a live block and takes an
    insertion. `rows` are a matrix of two to four rows of integers, with an inverse of integers;
    both are so small that no sum of products of them with parts of the source exceeds what floats
    distinguish. `form` is one of FORMS. The types exist: the float of 32 bits, vector and matrix;
    relevant constants, too: masks, shifts, and the two matrices, or vectors, which `constants_of`
    gives. There is a fresh id for each instruction.
    Effect: inserts instructions that take the bits of the source apart, convert the parts to
    floats, multiply these by the matrix and by its inverse, in one of the forms, convert them back
    and put them together.
    Facts: the result is a synonym of the source: all sums are exact, in whatever order, fused or
    not.
    """

    source: int
    rows: Rows
    form: str
    fresh_ids: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, *self.fresh_ids) or not can_be_operand(module, self.source):
            return False
        type_id = module.type_of(self.source)
        if not types.is_int(module, type_id) or types.width(module, type_id) != WIDTH:
            return False
        if (
            self.form not in FORMS
            or not is_small(self.rows)
            or len(self.fresh_ids) != ids_needed(self.rows, self.form)
        ):
            return False
        anchor = insertion_at(module, self.before, o.OpIAdd)
        if anchor is None or anchor.block is None or anchor.block.dead:
            return False
        return available_before(module, self.source, anchor) and _Parts(module, self).is_complete()

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        made = _Parts(module, self).instructions()
        module.insert_before(anchor, *made)
        module.facts.add_synonym(self.source, made[-1].result_id)


# ---- parts and matrices


def is_small(rows: Rows) -> bool:
    """Say whether a matrix has an inverse of integers, and products with both are exact."""
    back = inverse(rows) if len(rows) in SIZES else None
    return back is not None and norm(rows) * norm(back) * mask_of(len(rows)) <= LARGEST


def bits_of(size: int) -> int:
    """Return how many bits a part has; the last one may have less."""
    return -(-WIDTH // size)


def mask_of(size: int) -> int:
    """Return the largest value of a part."""
    return (1 << bits_of(size)) - 1


def constants_of(rows: Rows, form: str) -> tuple[Rows, Rows]:
    """Return the constants of a form: the columns of a matrix and those of what takes it back
    (for dot, vectors).
    """
    back = inverse(rows) or ()
    if form == "vector times matrix":
        return rows, back
    return transpose(rows), back if form == "dot" else transpose(back)


def ids_needed(rows: Rows, form: str) -> int:
    """Return the number of instructions that are inserted."""
    size = len(rows)
    around = 2 * (size - 1) + 2 * size + 2 * (size - 1)
    return around + {"dot": 2 + size, "matrix times matrix": 2 * size + 4}.get(form, size + 3)


def find_matrix(module: Module, columns: Rows) -> tuple[int, ...]:
    """Return the constants of a matrix: the matrix, then its columns; 0 for what does not exist."""
    scalar = module.find(o.OpTypeFloat, 0, WIDTH)
    vector = module.find(o.OpTypeVector, 0, scalar, len(columns)) if scalar else 0
    matrix = module.find(o.OpTypeMatrix, 0, vector, len(columns)) if vector else 0
    found = [_find_vector(module, scalar, vector, column) for column in columns]
    whole = (
        find_constant(module, False, o.OpConstantComposite, matrix, *found)
        if matrix and all(found)
        else 0
    )
    return (whole, *found)


def _find_vector(module: Module, scalar: int, vector: int, parts: tuple[int, ...]) -> int:
    words = [bits_of_float(part, WIDTH) for part in parts]
    found = [
        find_constant(module, False, o.OpConstant, scalar, word) if scalar else 0 for word in words
    ]
    return (
        find_constant(module, False, o.OpConstantComposite, vector, *found)
        if vector and all(found)
        else 0
    )


class _Parts:
    """The instructions of one step."""

    def __init__(self, module: Module, step: AddMatrixSynonym) -> None:
        self.module = module
        self.step = step
        self.size = len(step.rows)
        self.integer: int = module.type_of(step.source)
        self.signed: bool = types.is_signed(module, self.integer)
        self.scalar: int = module.find(o.OpTypeFloat, 0, WIDTH)
        self.vector: int = (
            module.find(o.OpTypeVector, 0, self.scalar, self.size) if self.scalar else 0
        )
        self.matrix: int = (
            module.find(o.OpTypeMatrix, 0, self.vector, self.size) if self.vector else 0
        )
        there, back = constants_of(step.rows, step.form)
        self.there: int = find_matrix(module, there)[0]
        self.back: tuple[int, ...] = find_matrix(module, back)
        self.left = iter(step.fresh_ids)
        self.made: list[Instruction] = []

    def is_complete(self) -> bool:
        """Say whether all types and constants exist."""
        needed = self.back[1:] if self.step.form == "dot" else self.back[:1]
        shifts = [self._integer(bits_of(self.size) * k) for k in range(1, self.size)]
        return bool(self.matrix and self.there) and all(
            (*needed, *shifts, self._integer(mask_of(self.size)))
        )

    def instructions(self) -> list[Instruction]:
        parts = [self._part(k) for k in range(self.size)]
        converted = [
            self._make(o.OpConvertSToF if self.signed else o.OpConvertUToF, self.scalar, each)
            for each in parts
        ]
        floats = self._after_product(converted)
        back = o.OpConvertFToS if self.signed else o.OpConvertFToU
        integers = [self._make(back, self.integer, each) for each in floats]
        whole = integers[0]
        for k in range(1, self.size):
            shift = self._integer(bits_of(self.size) * k)
            moved = self._make(o.OpShiftLeftLogical, self.integer, integers[k], shift)
            whole = self._make(o.OpBitwiseOr, self.integer, whole, moved)
        return self.made

    def _part(self, k: int) -> int:
        found = self.step.source
        if k:
            found = self._make(
                o.OpShiftRightLogical, self.integer, found, self._integer(bits_of(self.size) * k)
            )
        if k < self.size - 1:
            found = self._make(
                o.OpBitwiseAnd, self.integer, found, self._integer(mask_of(self.size))
            )
        return found

    def _after_product(self, parts: list[int]) -> list[int]:
        """Return the parts again, after products with the matrix and its inverse."""
        if self.step.form == "matrix times matrix":
            return self._after_matrix_product(parts)
        given = self._make(o.OpCompositeConstruct, self.vector, *parts)
        if self.step.form == "vector times matrix":
            there = self._make(o.OpVectorTimesMatrix, self.vector, given, self.there)
            return self._extract(
                self._make(o.OpVectorTimesMatrix, self.vector, there, self.back[0])
            )
        there = self._make(o.OpMatrixTimesVector, self.vector, self.there, given)
        if self.step.form == "dot":
            return [self._make(o.OpDot, self.scalar, there, row) for row in self.back[1:]]
        return self._extract(self._make(o.OpMatrixTimesVector, self.vector, self.back[0], there))

    def _after_matrix_product(self, parts: list[int]) -> list[int]:
        """Multiply a matrix of which each column has the parts in another order; its last
        column gives them again.
        """
        orders = [parts[k:] + parts[:k] for k in range(self.size)]
        columns = [self._make(o.OpCompositeConstruct, self.vector, *order) for order in orders]
        given = self._make(o.OpCompositeConstruct, self.matrix, *columns)
        there = self._make(o.OpMatrixTimesMatrix, self.matrix, self.there, given)
        back = self._make(o.OpMatrixTimesMatrix, self.matrix, self.back[0], there)
        last = self._extract(self._make(o.OpCompositeExtract, self.vector, back, self.size - 1))
        return last[1:] + last[:1]

    def _extract(self, vector: int) -> list[int]:
        return [self._make(o.OpCompositeExtract, self.scalar, vector, k) for k in range(self.size)]

    def _integer(self, value: int) -> int:
        return find_constant(self.module, False, o.OpConstant, self.integer, value)

    def _make(self, op: int, type_id: int, *ops: int) -> int:
        self.made.append(Instruction(op, type_id, next(self.left), list(ops)))
        return self.made[-1].result_id
