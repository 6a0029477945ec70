"""Add a block that is executed and changes variables, then gives them back what they held."""

from __future__ import annotations

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpFunctionParameter,
    OpLoad,
    OpStore,
    OpVariable,
)
from aberration.languages.spirv.types import pointee_of
from aberration.methods.transform.analysis.known_conditions import KnownCondition
from aberration.methods.transform.analysis.memory import pointer_type, value_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_dead_block import (
    can_hold_dead_block,
    extend_phis,
)

OWN: frozenset[int] = frozenset((StorageClass.FUNCTION, StorageClass.PRIVATE))


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A variable, the value that it gets for a while, and the ids that its old and its new
    value are loaded to.
    """

    variable: int
    value: int
    backup: int
    seen: int


class AddLiveBlock(Transformation, frozen=True, gc=False):
    """Precondition: the condition, at the end of the block, always has the same value, as for
    AddFalseBlock; the block can be given a dead block, as by AddDeadBlock. Each variable is one of
    class Function or Private, or a parameter that points to one, without decorations; it is
    available, holds plain data and is initialised, if the block is not dead. Its new value is
    defined and available there, or what an earlier change loads.
    Effect: the block computes the condition and becomes the header of a selection with its
    successor as the merge block. On the side that is always taken, a new block saves, changes and
    loads each variable in turn, then restores them in reverse order.
    Facts: uses the ranges that it carries; the new values are synonyms of what was stored, where
    both can be synonyms. What is loaded from irrelevant memory is irrelevant, as anything may be
    stored there at any time.
    """

    fresh: int
    block: int
    condition: KnownCondition
    changes: tuple[Change, ...]

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        made = [new for change in self.changes for new in (change.backup, change.seen)]
        if (
            block is None
            or not self.changes
            or not all_fresh(module, self.fresh, self.condition.fresh, *made)
        ):
            return False
        if not can_hold_dead_block(module, block) or not self.condition.fits(
            module, block.terminator
        ):
            return False
        seen: dict[int, int] = {}
        for change in self.changes:
            if not _may_apply(module, change, block.terminator, seen):
                return False
            seen[change.seen] = pointee_of(module, change.variable)
        return True

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        successor = must_exist(module.block(block.terminator.ops[0]))
        value = self.condition.insert(module, block.terminator)
        branch = Instruction(OpBranch, 0, 0, [successor.id])
        live = new_block(block.function, self.fresh, [*self._work(module), branch], block.dead)
        module.insert_block(block.function, module.layout_index(block) + 1, live)
        targets = [live.id, successor.id] if value else [successor.id, live.id]
        make_selection_header(module, block, successor.id, self.condition.fresh, targets)
        extend_phis(module, block, successor, live.id)
        for change in self.changes:
            _record(module, change)

    def _work(self, module: Module) -> list[Instruction]:
        """Return what the block does before it branches."""
        found: list[Instruction] = []
        for change in self.changes:
            type_id = pointee_of(module, change.variable)
            found += [
                Instruction(OpLoad, type_id, change.backup, [change.variable]),
                Instruction(OpStore, 0, 0, [change.variable, change.value]),
                Instruction(OpLoad, type_id, change.seen, [change.variable]),
            ]
        restored = [
            Instruction(OpStore, 0, 0, [each.variable, each.backup])
            for each in reversed(self.changes)
        ]
        return found + restored


def may_change(module: Module, variable_id: int, before: Instruction) -> bool:
    """Say whether nobody but the invocation sees a variable, and it can be saved and restored
    before an instruction.
    """
    definition, pointer = module.definition(variable_id), pointer_type(module, variable_id)
    if definition is None or pointer is None or pointer.ops[0] not in OWN:
        return False
    if definition.op not in (OpVariable, OpFunctionParameter) or module.is_decorated(variable_id):
        return False
    return available_before(module, variable_id, before) and may_read(module, variable_id, before)


def _may_apply(module: Module, change: Change, before: Instruction, seen: dict[int, int]) -> bool:
    """Say whether a change can be made; `seen` has the types of what earlier ones load."""
    if not may_change(module, change.variable, before):
        return False
    type_id = pointee_of(module, change.variable)
    if change.value in seen:
        return seen[change.value] == type_id
    if value_type(module, change.value) != type_id or may_depend_on_undefined(module, change.value):
        return False
    return available_before(module, change.value, before)


def _record(module: Module, change: Change) -> None:
    facts = module.facts
    if facts.is_pointee_irrelevant(change.variable):
        facts.add_irrelevant(change.backup)
        facts.add_irrelevant(change.seen)
        return
    value = must_exist(module.definition(change.value))
    seen = must_exist(module.definition(change.seen))
    if facts.is_declared_irrelevant(change.value):
        facts.add_irrelevant(change.seen)
    elif can_be_synonym(module, value) and can_be_synonym(module, seen):
        facts.add_synonym(change.value, change.seen)
