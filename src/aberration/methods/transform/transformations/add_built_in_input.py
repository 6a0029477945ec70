"""Declare a built-in input of a compute shader."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.declaring import declare_input
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpTypeInt,
    OpTypePointer,
    OpTypeVector,
)
from aberration.methods.transform.analysis.convergence import is_compute
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable
from aberration.methods.transform.transformation import Transformation

SCALARS: Final = frozenset((BuiltIn.LOCAL_INVOCATION_INDEX,))
VECTORS: Final = frozenset(
    (
        BuiltIn.LOCAL_INVOCATION_ID,
        BuiltIn.WORKGROUP_ID,
        BuiltIn.GLOBAL_INVOCATION_ID,
        BuiltIn.NUM_WORKGROUPS,
    )
)


class AddBuiltInInput(Transformation, frozen=True, gc=False):
    """Precondition: the module is a compute shader without this built-in, which is one of those
    that number invocations; the type of an input pointer to an unsigned integer, or to a vector of
    three, exists.
    Effect: declares the variable, and lists it in the interface.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    built_in: int

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or not is_compute(module):
            return False
        return (
            input_type(module, self.built_in) != 0
            and built_in_variable(module, self.built_in) is None
        )

    def apply(self, module: Module) -> None:
        declare_input(module, self.fresh, input_type(module, self.built_in), self.built_in)
        module.add_input(self.fresh)


def input_type(module: Module, built_in: int) -> int:
    """Return the type of the variable of a built-in; 0 if it is another one, or the type does
    not exist.
    """
    uint = module.find(OpTypeInt, 0, 32, 0)
    if not uint or (built_in not in SCALARS and built_in not in VECTORS):
        return 0
    pointee = uint if built_in in SCALARS else module.find(OpTypeVector, 0, uint, 3)
    return module.find(OpTypePointer, 0, StorageClass.INPUT, pointee) if pointee else 0
