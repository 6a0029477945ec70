"""Use a synonym instead of an id (catalogue: ReplaceIdWithSynonym)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_at_use
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use, can_replace, types_fit
from aberration.methods.transform.transformation import Transformation


class ReplaceIdWithSynonym(Transformation, frozen=True, gc=False):
    """Precondition: the use is there and may be any value with the same meaning; the other id is a
    synonym, of a type that the operand takes, and available there.
    Effect: replaces the operand.
    Facts: uses the synonym, adds none.
    """

    use: Use
    synonym: int

    def is_applicable(self, module: Module) -> bool:
        if self.synonym == self.use.id or not module.facts.synonymous(self.use.id, self.synonym):
            return False
        user, synonym = self.use.find(module), module.definition(self.synonym)
        if user is None or synonym is None or not can_replace(module, user, self.use.operand):
            return False
        if not types_fit(
            module, user, self.use.operand, module.type_of(self.use.id), synonym.type_id
        ):
            return False
        return available_at_use(module, self.synonym, user, self.use.operand)

    def apply(self, module: Module) -> None:
        user = must_exist(self.use.find(module))
        module.set_operand(user, self.use.operand, self.synonym)
