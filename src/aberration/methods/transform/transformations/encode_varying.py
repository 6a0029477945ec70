"""Let the vertex stage of a pair compute with what it hands on, and the other stage undo that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.languages.spirv.varyings import Shape, Unmatched, Varying
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.move_varying import (
    PARTS,
    is_vertex,
    varyings_of,
)

INVERSES: Final[Mapping[int, int]] = MappingProxyType({o.OpNot: o.OpNot, o.OpSNegate: o.OpSNegate})
"""By operation what undoes it: each is a permutation of the numbers of 32 bits, component by
component (SPIR-V 3.42.13 and 3.42.14; a negation wraps around).
"""
_NO_CODE: Final = frozenset((o.OpName, o.OpDecorate, o.OpEntryPoint))


class EncodeVarying(Transformation, frozen=True, gc=False):
    """Precondition: the module is a stage of a pair, which has no groups of decorations. A flat
    integer of 32 bits, or a vector of these, which is no member of a block, lies at `location` and
    `component`. The vertex stage uses it in stores alone, the fragment stage in loads alone, and
    none of that has RelaxedPrecision. `operation` is OpNot or OpSNegate. The module uses it, and
    `fresh_ids` are as many as its uses, or more.
    Effect: the vertex stage stores the result of the operation, and the fragment stage applies it
    to what it loads, which gives the number again, to the bit.
    Facts: none used, none added.
    """

    location: int
    component: int
    operation: int
    fresh_ids: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if not module.facts.companion or self.operation not in INVERSES:
            return False
        if not all_fresh(module, *self.fresh_ids):
            return False
        other = Module.parse(module.facts.companion)
        try:
            if any(one.by_opcode(o.OpDecorationGroup) for one in (module, other)):
                return False
            self._uses(other)
            return 0 < len(self._uses(module)) <= len(self.fresh_ids)
        except Unmatched:
            return False
        finally:
            other.clear()

    def apply(self, module: Module) -> None:
        fresh = iter(self.fresh_ids)
        self._compute(module, lambda: next(fresh))
        other = Module.parse(module.facts.companion)
        self._compute(other, other.fresh_id)
        module.facts.companion = other.to_bytes()
        other.clear()

    def _uses(self, module: Module) -> list[Instruction]:
        varying = varying_at(module, (self.location, self.component))
        if varying is None:
            return []
        if not is_integers(varying):
            raise Unmatched("no integers of a variable")
        return whole_uses(module, varying)

    def _compute(self, module: Module, fresh: Callable[[], int]) -> None:
        for use in self._uses(module):
            made = fresh()
            if is_vertex(module):
                type_id = module.type_of(use.ops[1])
                operation = Instruction(self.operation, type_id, made, [use.ops[1]])
                module.insert_before(use, operation)
                module.set_operand(use, 1, made)
            else:
                load = Instruction(o.OpLoad, use.type_id, made, list(use.ops))
                undone = INVERSES[self.operation]
                module.replace(use, load, Instruction(undone, use.type_id, use.result_id, [made]))


def is_integers(varying: Varying) -> bool:
    """Say whether a variable between the stages is an integer, or a vector of these, by itself."""
    kind, *parts = varying.shape
    inner: Shape = varying.shape
    if kind == "vector":
        assert isinstance(parts[1], tuple)
        inner = parts[1]
    return varying.member < 0 and kind in PARTS and inner[1] in ("int", "uint")


def varying_at(module: Module, place: tuple[int, int]) -> Varying | None:
    """Return the variable of a stage that begins at a location and component, if any; raise
    `Unmatched` for what is not known of the stage.
    """
    return next((one for one in varyings_of(module) if one.place == place), None)


def whole_uses(module: Module, varying: Varying) -> list[Instruction]:
    """Return the stores to a variable in the vertex stage, or its loads in the fragment stage;
    raise `Unmatched` where it is used otherwise, or may be rounded to fewer bits.
    """
    variable, wanted = varying.variable, o.OpStore if is_vertex(module) else o.OpLoad
    found = [one for one in module.users(variable) if one.op not in _NO_CODE]
    for one in found:
        if one.op != wanted or one.ops.count(variable) != 1 or one.ops[0] != variable:
            raise Unmatched(f"%{variable}, of which a part is used")
    values = [one.ops[1] if one.op == o.OpStore else one.result_id for one in found]
    coarse = Decoration.RELAXED_PRECISION
    if any(has_decoration(module, one, coarse) for one in (variable, *values)):
        raise Unmatched(f"%{variable}, which may be rounded")
    return found
