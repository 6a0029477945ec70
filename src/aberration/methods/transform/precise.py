"""Take the freedom of contraction from a module: NoContraction on every floating-point result."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpDot,
    OpFAdd,
    OpFDiv,
    OpFMod,
    OpFMul,
    OpFNegate,
    OpFRem,
    OpFSub,
    OpMatrixTimesMatrix,
    OpMatrixTimesScalar,
    OpMatrixTimesVector,
    OpOuterProduct,
    OpVectorTimesMatrix,
    OpVectorTimesScalar,
)
from aberration.languages.spirv.preamble import decorate, has_decoration

ARITHMETIC: Final = (
    OpFNegate,
    OpFAdd,
    OpFSub,
    OpFMul,
    OpFDiv,
    OpFRem,
    OpFMod,
    OpVectorTimesScalar,
    OpMatrixTimesScalar,
    OpVectorTimesMatrix,
    OpMatrixTimesVector,
    OpMatrixTimesMatrix,
    OpOuterProduct,
    OpDot,
)


def without_contraction(data: bytes) -> bytes:
    """Return the module with NoContraction on each floating-point arithmetic result that has it
    not.
    """
    module = Module.parse(data)
    results = [
        found.result_id
        for op in ARITHMETIC
        for found in module.by_opcode(op)
        if found.block is not None
    ]
    for result in sorted(results):
        if not has_decoration(module, result, Decoration.NO_CONTRACTION):
            decorate(module, result, Decoration.NO_CONTRACTION)
    precise = module.to_bytes()
    module.clear()
    return precise
