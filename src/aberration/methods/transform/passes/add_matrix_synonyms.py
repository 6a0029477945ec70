"""Propose products with a matrix and its inverse, which give the parts of an integer again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.floats import bits_of_float
from aberration.languages.spirv.opcodes import OpTypeInt, OpTypeMatrix
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.analysis.whole_matrices import SIZES, Rows
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_matrix_synonym import (
    FORMS,
    WIDTH,
    AddMatrixSynonym,
    bits_of,
    constants_of,
    ids_needed,
    is_small,
    mask_of,
)
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix

TRIES: Final = 4
MOST_CHANGES: Final = 4
"""Rows of the matrix that are added to another one, negated or exchanged."""


@fuzzer_pass(
    chance=(0.05, 0.3), followed_by=("apply_id_synonyms", "replace_linear_algebra_instructions")
)
def add_matrix_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any integer there, a matrix that is made by few changes
    of rows.
    """
    module, rng = draw.module, draw.rng
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        if anchor is None or anchor.block is None or anchor.block.dead:
            continue
        integer = module.find(OpTypeInt, 0, WIDTH, int(rng.bits() & 1))
        source = draw.available_id(integer, anchor) if integer else 0
        if not source or not can_be_operand(module, source):
            continue
        rows, form = _matrix(draw, rng.choose(SIZES)), rng.choose(FORMS)
        _declare(draw, source, rows, form)
        first, count = draw.fresh(), ids_needed(rows, form)
        ids = tuple(range(first, first + count))
        return AddMatrixSynonym(source, rows, form, ids, Place.of(module, anchor))
    return None


def _matrix(draw: Draw, size: int) -> Rows:
    """Return a matrix that has an inverse of integers."""
    rng = draw.rng
    rows = tuple(tuple(int(i == k) for k in range(size)) for i in range(size))
    for _ in range(1 + rng.below(MOST_CHANGES)):
        changed = list(rows)
        i, k = rng.below(size), rng.below(size)
        if i == k:
            changed[i] = tuple(-each for each in rows[i])
        elif rng.bits() & 1:
            changed[i], changed[k] = rows[k], rows[i]
        else:
            factor = rng.choose((1, -1, 2, -2, 3))
            changed[i] = tuple(
                each + factor * other for each, other in zip(rows[i], rows[k], strict=True)
            )
        if is_small(tuple(changed)):
            rows = tuple(changed)
    return rows


def _declare(draw: Draw, source: int, rows: Rows, form: str) -> None:
    """Declare the types and constants that the step needs."""
    module, size = draw.module, len(rows)
    integer = module.type_of(source)
    draw.scalar_constant(integer, (mask_of(size),))
    for k in range(1, size):
        draw.scalar_constant(integer, (bits_of(size) * k,))
    scalar = draw.float_type()
    vector = draw.vector_type(scalar, size)
    matrix = module.find(OpTypeMatrix, 0, vector, size)
    if not matrix:
        matrix = draw.fresh()
        draw.apply(AddTypeMatrix(matrix, vector, size))
    there, back = constants_of(rows, form)
    for columns in (there, back):
        words = [[bits_of_float(each, WIDTH) for each in column] for column in columns]
        constants = [[draw.scalar_constant(scalar, (word,)) for word in column] for column in words]
        vectors = [draw.composite_constant(vector, column) for column in constants]
        draw.composite_constant(matrix, vectors)
