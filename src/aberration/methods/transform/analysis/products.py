"""Linear algebra component by component: which products each component of a result is the sum
of.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpDot,
    OpMatrixTimesMatrix,
    OpMatrixTimesScalar,
    OpMatrixTimesVector,
    OpOuterProduct,
    OpVectorTimesMatrix,
    OpVectorTimesScalar,
)

SINGLE: Final = (OpVectorTimesScalar, OpMatrixTimesScalar, OpOuterProduct)
"""Each component is one product, rounded once."""
SUMS: Final = (OpDot, OpVectorTimesMatrix, OpMatrixTimesVector, OpMatrixTimesMatrix)
"""Each component is a sum of products, added in an order that is the driver's own."""
Path = tuple[int, ...]
Part = tuple[int, Path]
"""An id and the path to a scalar in it; a matrix is indexed by column, then by row."""
Product = tuple[Part, Part]


def products_of(module: Module, instruction: Instruction, path: Path) -> list[Product]:
    """Return the products whose sum the component of a result at `path` is, which is empty for a
    scalar.

    There are none for what is no instruction of SINGLE or SUMS.
    """
    if instruction.op not in SINGLE and instruction.op not in SUMS:
        return []
    left, right = instruction.ops
    if instruction.op in SINGLE:
        if instruction.op == OpOuterProduct:
            return [((left, path[1:]), (right, path[:1]))]
        return [((left, path), (right, ()))]
    # As many as a matrix on the left has columns, or a vector there components.
    terms = range(types.component_count(module, module.type_of(left)))
    if instruction.op == OpDot:
        return [((left, (k,)), (right, (k,))) for k in terms]
    if instruction.op == OpVectorTimesMatrix:
        return [((left, (k,)), (right, (path[0], k))) for k in terms]
    if instruction.op == OpMatrixTimesVector:
        return [((left, (k, path[0])), (right, (k,))) for k in terms]
    return [((left, (k, path[1])), (right, (path[0], k))) for k in terms]


def paths_of(module: Module, type_id: int) -> list[Path]:
    """Return the paths to the scalars of a scalar, vector or matrix, in order."""
    part = types.component_type(module, type_id)
    if not part:
        return [()]
    below = paths_of(module, part)
    return [(k, *rest) for k in range(types.component_count(module, type_id)) for rest in below]
