"""Let a value come back from a subgroup in which each invocation is asked for itself alone."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.subgroup_identities import OWN
from aberration.methods.transform.building.subgroup_lines import subgroup_line
from aberration.methods.transform.transformation import Transformation, all_fresh


class AddSubgroupSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `identity` is a number in the table OWN (`subgroup_identities.py`), and the
    module declares the capabilities of its operation, so that a device needs no more than for the
    seed; it takes no derivatives. `source` is a value of integers of 32 bits or booleans that suits
    it and can be a synonym (relevant, defined, undecorated). It is available at `before`, which is
    in a live block and takes an insertion. The relevant unsigned constants for the scope of
    subgroups and the last operand exist; the id is fresh.
    Effect: inserts the operation: a cluster of one invocation, or a shuffle that leads back to it.
    Facts: its result is a synonym of the source, whichever invocations form a subgroup.
    """

    source: int
    identity: int
    fresh: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.fresh) or not 0 <= self.identity < len(OWN):
            return False
        return self._line(module) is not None

    def apply(self, module: Module) -> None:
        module.insert_before(self.before.get(module), must_exist(self._line(module)))
        module.facts.add_synonym(self.source, self.fresh)

    def _line(self, module: Module) -> Instruction | None:
        identity = OWN[self.identity]
        return subgroup_line(module, self.source, identity, self.fresh, self.before)
