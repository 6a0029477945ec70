"""Copy a value by way of memory (catalogue: ReplaceCopyObjectWithStoreLoad)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCopyObject, OpLoad, OpStore
from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.building.new_variables import can_declare, declare, keeps_value
from aberration.methods.transform.transformation import Transformation


class ReplaceCopyObjectWithStoreLoad(Transformation, frozen=True, gc=False):
    """Precondition: an undecorated OpCopyObject of plain data without layout, its source defined
    unless the block is dead; the variable is fresh, of class Function or, in a function that is
    never executed in the midst of itself, Private; its pointer type exists, and the initializer is
    a constant of the type.
    Effect: declares the variable; the copy becomes a store to it and a load from it.
    Facts: the result is a synonym of the source, where both can be synonyms and nothing was known
    of the result: that may come from another source, and joining the two classes would claim that
    the sources are equal everywhere.
    """

    copy: int
    variable: int
    storage_class: int
    initializer: int

    def is_applicable(self, module: Module) -> bool:
        copy = module.definition(self.copy)
        if (
            copy is None
            or copy.op != OpCopyObject
            or copy.block is None
            or not module.is_fresh(self.variable)
        ):
            return False
        if module.is_decorated(self.copy) or (
            not copy.block.dead and may_be_undefined(module, copy.ops[0])
        ):
            return False
        if not keeps_value(module, self.storage_class, copy.block.function):
            return False
        return can_declare(module, self.storage_class, copy.type_id, self.initializer)

    def apply(self, module: Module) -> None:
        copy = must_exist(module.definition(self.copy))
        source = copy.ops[0]
        declare(
            module,
            must_exist(copy.block).function,
            self.variable,
            self.storage_class,
            copy.type_id,
            self.initializer,
        )
        load = Instruction(OpLoad, copy.type_id, self.copy, [self.variable])
        module.replace(copy, Instruction(OpStore, 0, 0, [self.variable, source]), load)
        value = module.definition(source)
        if module.facts.has_synonyms(self.copy):
            return
        if value is not None and can_be_synonym(module, value) and can_be_synonym(module, load):
            module.facts.add_synonym(source, self.copy)
