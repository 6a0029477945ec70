"""Store a value and load it again (catalogue: PushIdThroughVariable)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoad, OpStore
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import may_be_undefined, value_type
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.building.new_variables import can_declare, declare, keeps_value
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation, all_fresh


class PushIdThroughVariable(Transformation, frozen=True, gc=False):
    """Precondition: a value of plain data without layout, available at `before`, which is reachable
    and takes an insertion; defined, unless the block is dead. The variable is of class Function or,
    in a function that is never executed in the midst of itself, Private; its pointer type exists,
    and the initializer is a constant of the type.
    Effect: declares the variable, and inserts a store of the value and a load.
    Facts: the loaded value is a synonym of the value, where both can be synonyms.
    """

    value: int
    fresh: int
    variable: int
    storage_class: int
    initializer: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.fresh, self.variable):
            return False
        anchor = insertion_at(module, self.before, OpStore)
        if anchor is None or anchor.block is None or not module.reachable(anchor.block):
            return False
        if not anchor.block.dead and may_be_undefined(module, self.value):
            return False
        if not can_declare(
            module, self.storage_class, value_type(module, self.value), self.initializer
        ):
            return False
        if not keeps_value(module, self.storage_class, anchor.block.function):
            return False
        return available_before(module, self.value, anchor)

    def apply(self, module: Module) -> None:
        anchor, value = self.before.get(module), must_exist(module.definition(self.value))
        declare(
            module,
            must_exist(anchor.block).function,
            self.variable,
            self.storage_class,
            value.type_id,
            self.initializer,
        )
        load = Instruction(OpLoad, value.type_id, self.fresh, [self.variable])
        store = Instruction(OpStore, 0, 0, [self.variable, self.value])
        module.insert_before(anchor, store, load)
        if can_be_synonym(module, value) and can_be_synonym(module, load):
            module.facts.add_synonym(self.value, self.fresh)
