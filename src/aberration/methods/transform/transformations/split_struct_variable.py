"""Make a variable of each part of a composite variable."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpCompositeExtract,
    OpCopyObject,
    OpEntryPoint,
    OpLoad,
    OpName,
    OpStore,
    OpTypePointer,
    OpVariable,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.analysis.parts import record_equal_parts
from aberration.methods.transform.analysis.splitting import Uses, initial_parts, uses_by_part
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.analysis.variable_uses import holds_data
from aberration.methods.transform.transformation import Transformation, all_fresh

CLASSES: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE)
MOST_PARTS: Final = 8


class SplitStructVariable(Transformation, frozen=True, gc=False):
    """Precondition: a local or private structure, array, matrix or vector of few parts, of plain
    data without explicit layout; neither it nor its type is decorated. All its uses are access
    chains whose first index is a constant that matters, in bounds, and plain loads and stores of
    the whole; `spread` gives a fresh id for each part at each of the latter. The initializer, if
    there is one, is a composite or a null, and then there are the nulls of the parts. The pointer
    types exist.
    Effect: declares a variable for each part, of which `parts` are the ids, with its part of the
    initializer. An access chain leads into that of its part, or is a copy of the pointer to it. A
    load becomes loads of the parts, put together again; a store becomes extractions and stores. The
    variable goes.
    Facts: the parts are as irrelevant as the whole and as a pointer to just them. What is loaded is
    synonymous to the parts of the whole, and so is what is extracted, if it is not undefined; so
    are a pointer to a part and its copy.
    """

    variable: int
    parts: tuple[int, ...]
    spread: tuple[tuple[Place, tuple[int, ...]], ...]

    def is_applicable(self, module: Module) -> bool:
        return self._plan(module) is not None

    def apply(self, module: Module) -> None:
        _Splitter(module, self, must_exist(self._plan(module))).run()

    def apply_if_applicable(self, module: Module) -> bool:
        plan = self._plan(module)
        if plan is None:
            return False
        _Splitter(module, self, plan).run()
        return True

    def _plan(self, module: Module) -> SplitPlan | None:
        variable = splittable_variable(module, self.variable)
        if variable is None or not all_fresh(
            module, *self.parts, *[new_id for _, ids in self.spread for new_id in ids]
        ):
            return None
        members = types.part_types(module, types.pointee(module, variable.type_id))
        if len(members) != len(self.parts) or not all(
            pointer_types(module, variable.ops[0], members)
        ):
            return None
        uses, initial = (
            uses_by_part(module, self.variable, len(members)),
            initial_parts(module, variable, members),
        )
        if uses is None or initial is None:
            return None
        wholes = self._wholes(module, uses, len(members))
        return (
            None if wholes is None else SplitPlan(variable, members, initial, uses.chains, wholes)
        )

    def _wholes(
        self, module: Module, uses: Uses, count: int
    ) -> list[tuple[Instruction, tuple[int, ...]]] | None:
        """Return the accesses to the whole with the ids for their parts, in the order of `spread`;
        None if ids are missing.
        """
        left = {id(access) for access in uses.wholes}
        found: list[tuple[Instruction, tuple[int, ...]]] = []
        for place, ids in self.spread:
            access = place.find(module)
            if access is not None and id(access) in left and len(ids) == count:
                left.remove(id(access))
                found.append((access, ids))
        return None if left else found


class SplitPlan(msgspec.Struct, frozen=True):
    """A variable that can be split: the types of its parts, their initializers (0 for none), the
    access chains with the parts that they lead into, the accesses to the whole with ids for the
    parts.
    """

    variable: Instruction
    members: list[int]
    initial: list[int]
    chains: list[tuple[Instruction, int]]
    wholes: list[tuple[Instruction, tuple[int, ...]]]


def splittable_variable(module: Module, variable_id: int) -> Instruction | None:
    """Return a local or private composite of few parts; None if the id is something else or is
    decorated.
    """
    variable = module.definition(variable_id)
    if variable is None or variable.op != OpVariable or variable.ops[0] not in CLASSES:
        return None
    type_id = types.pointee(module, variable.type_id)
    if not 0 < types.component_count(module, type_id) <= MOST_PARTS or not holds_data(
        module, type_id
    ):
        return None
    return None if module.is_decorated(variable_id) or module.is_decorated(type_id) else variable


def pointer_types(module: Module, storage_class: int, members: list[int]) -> list[int]:
    """Return the types of pointers to the parts, 0 for one that does not exist."""
    return [module.find(OpTypePointer, 0, storage_class, member) for member in members]


class _Splitter:
    """One splitting."""

    def __init__(self, module: Module, step: SplitStructVariable, plan: SplitPlan) -> None:
        self.module = module
        self.plan = plan
        self.variable = step.variable
        self.parts = step.parts

    def run(self) -> None:
        plan, facts = self.plan, self.module.facts
        self._declare()
        for part in self.parts if facts.is_pointee_irrelevant(self.variable) else ():
            facts.add_pointee_irrelevant(part)
        for chain, number in plan.chains:
            if len(chain.ops) == 2 and facts.is_pointee_irrelevant(chain.result_id):
                facts.add_pointee_irrelevant(self.parts[number])
        for chain, number in plan.chains:
            self._redirect(chain, self.parts[number])
        for access, ids in plan.wholes:
            if access.op == OpLoad:
                self._split_load(access, ids)
            else:
                self._split_store(access, ids)
        self._remove()

    def _declare(self) -> None:
        module, variable = self.module, self.plan.variable
        storage_class = variable.ops[0]
        pointers = pointer_types(module, storage_class, self.plan.members)
        for part, pointer, initializer in zip(self.parts, pointers, self.plan.initial, strict=True):
            if variable.block is None:
                declare_global(module, part, pointer, storage_class, initializer)
            else:
                ops = [storage_class, initializer] if initializer else [storage_class]
                module.insert_before(variable, Instruction(OpVariable, pointer, part, ops))

    def _redirect(self, chain: Instruction, part: int) -> None:
        module, pointer = self.module, chain.result_id
        if len(chain.ops) > 2:
            module.set_operands(chain, [part, *chain.ops[2:]])
            return
        copy = Instruction(OpCopyObject, chain.type_id, pointer, [part])
        module.replace(chain, copy)
        source = module.definition(part)
        if source is None or module.facts.is_pointee_irrelevant(part):
            return
        if can_be_synonym(module, source) and can_be_synonym(module, copy):
            module.facts.add_synonym(part, pointer)

    def _split_load(self, load: Instruction, ids: tuple[int, ...]) -> None:
        module, masks = self.module, load.ops[1:]
        for part, member, made in zip(self.parts, self.plan.members, ids, strict=True):
            module.insert_before(load, Instruction(OpLoad, member, made, [part, *masks]))
        module.replace(
            load, Instruction(OpCompositeConstruct, load.type_id, load.result_id, list(ids))
        )
        for number, made in enumerate(ids):
            record_equal_parts(module, made, (), load.result_id, (number,))

    def _split_store(self, store: Instruction, ids: tuple[int, ...]) -> None:
        module, value, masks = self.module, store.ops[1], store.ops[2:]
        is_defined = not may_be_undefined(module, value)
        for number, (member, made) in enumerate(zip(self.plan.members, ids, strict=True)):
            module.insert_before(
                store, Instruction(OpCompositeExtract, member, made, [value, number])
            )
            if is_defined:
                record_equal_parts(module, value, (number,), made)
        for part, made in zip(self.parts, ids, strict=True):
            module.insert_before(store, Instruction(OpStore, 0, 0, [part, made, *masks]))
        module.remove(store)

    def _remove(self) -> None:
        module = self.module
        for user in list(module.users(self.variable)):
            if user.op == OpEntryPoint:
                gone = [k for k in module.id_positions(user) if user.ops[k] == self.variable]
                kept = [word for k, word in enumerate(user.ops) if k not in gone]
                module.set_operands(user, kept)
            elif user.op == OpName:
                module.remove(user)
        module.remove(self.plan.variable)
