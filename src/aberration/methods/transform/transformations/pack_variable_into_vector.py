"""Make local variables the components of a vector."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeVector
from aberration.methods.transform.building.combining import can_combine, combinable, combine
from aberration.methods.transform.transformation import Transformation

COUNTS: Final = (2, 3, 4)


class PackVariableIntoVector(Transformation, frozen=True, gc=False):
    """Precondition: `variables` are different local scalars of one type and function, one for each
    component, 0 for a component without; there is one at least. They are not decorated but
    RelaxedPrecision; they are used, themselves or through copies, for nothing but loads, stores and
    copies of memory. The vector type, the local pointer type and a relevant signed 32-bit constant
    for each component exist.
    Effect: declares the vector `fresh`; each variable's id becomes a pointer to a component, formed
    where the function begins. The constant of all initializers is the initializer, if it exists;
    else each of them is stored there.
    Facts: the vector's memory is irrelevant if that of all variables is.
    """

    fresh: int
    variables: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        found = combinable(module, self.variables)
        if not found or not module.is_fresh(self.fresh) or len(self.variables) not in COUNTS:
            return False
        if any(variable.type_id != found[0].type_id for variable in found):
            return False
        if not types.is_scalar(module, types.pointee(module, found[0].type_id)):
            return False
        return can_combine(module, self._type(module), len(self.variables))

    def apply(self, module: Module) -> None:
        combine(module, self.fresh, self._type(module), self.variables)

    def _type(self, module: Module) -> int:
        """Return the type of the vector; 0 if it does not exist."""
        scalar = types.pointee_of(module, max(self.variables))
        return module.find(OpTypeVector, 0, scalar, len(self.variables))
