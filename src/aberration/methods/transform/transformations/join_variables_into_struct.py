"""Make local variables the members of a structure."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee_of
from aberration.methods.transform.analysis.composites import find_struct
from aberration.methods.transform.building.combining import can_combine, combinable, combine
from aberration.methods.transform.transformation import Transformation

MOST: Final = 16
"""So many members at most."""


class JoinVariablesIntoStruct(Transformation, frozen=True, gc=False):
    """Precondition: different local variables of one function, of plain data without explicit
    layout, not decorated but RelaxedPrecision; they are used, themselves or through access chains
    and copies, for nothing but loads, stores and copies of memory. An undecorated structure type of
    their types, the local pointer type and a relevant signed 32-bit constant for each member exist.
    Effect: declares the structure `fresh`; each variable's id becomes a pointer to a member, formed
    where the function begins. The constant of all initializers is the initializer, if it exists;
    else each of them is stored there.
    Facts: the structure's memory is irrelevant if that of all variables is.
    """

    fresh: int
    variables: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if (
            not 0 < len(self.variables) <= MOST
            or 0 in self.variables
            or not module.is_fresh(self.fresh)
        ):
            return False
        if not combinable(module, self.variables):
            return False
        return can_combine(module, self._type(module), len(self.variables))

    def apply(self, module: Module) -> None:
        combine(module, self.fresh, self._type(module), self.variables)

    def _type(self, module: Module) -> int:
        """Return the type of the structure; 0 if it does not exist."""
        return find_struct(module, [pointee_of(module, each) for each in self.variables])
