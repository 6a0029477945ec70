"""Let a switch pick the side of a selection."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranchConditional, OpConstant, OpSelect, OpSwitch
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.switches import selection_merge, sides_apart
from aberration.methods.transform.transformation import Transformation


class ReplaceConditionalBranchWithSwitch(Transformation, frozen=True, gc=False):
    """Precondition: the reachable block heads a selection and ends in OpBranchConditional; its
    condition is relevant. Its sides are apart, do not lead to each other, and are left for the
    merge block or out of the innermost loop only: not out of a switch around, which the new one
    would stand in the way of. `values` are two different ones, those for true and for false, of
    which relevant constants of the 32-bit integer type `selector_type` exist. `listed` are the
    sides that get a case, in order; the side that is not `default` is among them.
    Effect: the branch becomes an OpSwitch on an OpSelect of the two constants by the condition; the
    merge instruction stays, branch weights go.
    Facts: none used, none added.
    """

    fresh: int
    header: int
    selector_type: int
    values: tuple[int, int]
    listed: tuple[bool, ...]
    default: bool

    def is_applicable(self, module: Module) -> bool:
        header = module.block(self.header)
        if header is None or not module.is_fresh(self.fresh) or self.values[0] == self.values[1]:
            return False
        if len(set(self.listed)) != len(self.listed) or (not self.default) not in self.listed:
            return False
        if not all(selector_constants(module, self.selector_type, self.values)):
            return False
        return may_become_switch(module, header)

    def apply(self, module: Module) -> None:
        header = must_exist(module.block(self.header))
        merge = must_exist(selection_merge(header))
        condition, true_label, false_label = header.terminator.ops[:3]
        constants = selector_constants(module, self.selector_type, self.values)
        select = Instruction(OpSelect, self.selector_type, self.fresh, [condition, *constants])
        module.insert_before(merge, select)
        ops = [self.fresh, true_label if self.default else false_label]
        for side in self.listed:
            ops += [self.values[0], true_label] if side else [self.values[1], false_label]
        module.set_terminator(header, Instruction(OpSwitch, 0, 0, ops))


def selector_constants(module: Module, type_id: int, values: tuple[int, int]) -> list[int]:
    """Return the relevant constants of a 32-bit integer type, 0 for one that does not exist."""
    if not types.is_int(module, type_id) or types.width(module, type_id) != 32:
        return [0]
    return [find_constant(module, False, OpConstant, type_id, value) for value in values]


def may_become_switch(module: Module, header: Block) -> bool:
    """Say whether a block heads a selection that can be one by an OpSwitch."""
    if header.terminator.op != OpBranchConditional or selection_merge(header) is None:
        return False
    condition, *labels = header.terminator.ops[:3]
    if module.facts.is_irrelevant(module, condition):
        return False
    return sides_apart(module, header, list(dict.fromkeys(labels))) is not None
