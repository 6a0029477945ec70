"""Copy memory to a variable of no consequence (catalogue: AddCopyMemory)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCopyMemory
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import pointee_of
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.building.new_variables import can_declare, declare
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation


class AddCopyMemory(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data without layout, available at `before`, which takes an
    insertion. In a live block the memory belongs to the invocation or is never written, surely
    holds a defined value already, and the pointer surely leads into it; built-in inputs as for
    Load. The variable is fresh, of class Function or Private; its pointer type exists, and the
    initializer is a constant of the type.
    Effect: declares the variable, and inserts OpCopyMemory to it.
    Facts: the memory behind the variable is irrelevant. It is no synonym of its source, which may
    be written later.
    """

    source: int
    variable: int
    storage_class: int
    initializer: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        source, anchor = (
            pointer_type(module, self.source),
            insertion_at(module, self.before, OpCopyMemory),
        )
        if source is None or anchor is None or not module.is_fresh(self.variable):
            return False
        if not can_declare(module, self.storage_class, source.ops[1], self.initializer):
            return False
        return available_before(module, self.source, anchor) and may_read(
            module, self.source, anchor
        )

    def apply(self, module: Module) -> None:
        anchor, type_id = self.before.get(module), pointee_of(module, self.source)
        declare(
            module,
            must_exist(anchor.block).function,
            self.variable,
            self.storage_class,
            type_id,
            self.initializer,
        )
        module.insert_before(anchor, Instruction(OpCopyMemory, 0, 0, [self.variable, self.source]))
        module.facts.add_pointee_irrelevant(self.variable)
