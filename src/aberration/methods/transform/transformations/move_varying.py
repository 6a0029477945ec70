"""Let the two stages of a pair hand a variable on at another place."""

from __future__ import annotations

from msgspec.structs import replace

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import Decoration, ExecutionModel, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorationGroup
from aberration.languages.spirv.preamble import decorate, decorations, entry_points
from aberration.languages.spirv.varyings import Unmatched, Varying, check_places, varyings
from aberration.methods.transform.transformation import Transformation

PARTS = ("number", "vector")
"""Shapes that may begin at a component (Vulkan 1.3, 15.1.5)."""


class MoveVarying(Transformation, frozen=True, gc=False):
    """Precondition: the module is a stage of a pair, which has no groups of decorations. A variable
    that is no block lies at `location` and `component`, in one of its stages or in both; where it
    shall go, nothing lies that would remain, and what shares its new location has numbers of the
    same kind and interpolation. A matrix, array or structure begins its locations.
    Effect: it begins at `to_location` and `to_component`, in both stages.
    Facts: none used, none added.
    """

    location: int
    component: int
    to_location: int
    to_component: int

    def is_applicable(self, module: Module) -> bool:
        if not module.facts.companion or self._place == self._goal:
            return False
        other = Module.parse(module.facts.companion)
        try:
            both = (module, other)
            fits = all(self._fits(one) for one in both)
            return fits and any(self._find(one) is not None for one in both)
        except Unmatched:
            return False
        finally:
            other.clear()

    def apply(self, module: Module) -> None:
        other = Module.parse(module.facts.companion)
        for one in (module, other):
            self._move(one)
        module.facts.companion = other.to_bytes()
        other.clear()

    @property
    def _place(self) -> tuple[int, int]:
        return self.location, self.component

    @property
    def _goal(self) -> tuple[int, int]:
        return self.to_location, self.to_component

    def _find(self, module: Module) -> Varying | None:
        found = (one for one in varyings_of(module) if one.place == self._place)
        return next(found, None)

    def _fits(self, module: Module) -> bool:
        """Say whether nothing of a stage is in the way; raise `Unmatched` where something is."""
        if module.by_opcode(OpDecorationGroup):
            return False
        moved = self._find(module)
        if moved is not None and (moved.member >= 0 or self.to_location < 0):
            return False
        if moved is not None and self.to_component and moved.shape[0] not in PARTS:
            return False
        known = varyings_of(module)
        check_places([replace(one, place=self._goal) if one == moved else one for one in known])
        return self.to_component >= 0

    def _move(self, module: Module) -> None:
        moved = self._find(module)
        if moved is None:
            return
        marks = {mark.ops[1]: mark for mark in decorations(module, moved.variable)}
        location = must_exist(marks.get(Decoration.LOCATION))
        module.set_operands(location, [*location.ops[:2], self.to_location])
        component = marks.get(Decoration.COMPONENT)
        if component is not None:
            module.set_operands(component, [*component.ops[:2], self.to_component])
        elif self.to_component:
            decorate(module, moved.variable, Decoration.COMPONENT, self.to_component)


def varyings_of(module: Module) -> tuple[Varying, ...]:
    """Return what a stage of a pair hands on, or takes; raise `Unmatched` for what is not known of
    that.
    """
    return varyings(module, StorageClass.OUTPUT if is_vertex(module) else StorageClass.INPUT)


def is_vertex(module: Module) -> bool:
    """Say whether a stage of a pair is that of the vertices."""
    entries = entry_points(module)
    return bool(entries) and entries[0].ops[0] == ExecutionModel.VERTEX
