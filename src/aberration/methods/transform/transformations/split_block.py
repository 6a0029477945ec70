"""Split a block in two (catalogue: SplitBlock)."""

from __future__ import annotations

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.splitting import can_split
from aberration.methods.transform.transformation import Transformation


class SplitBlock(Transformation, frozen=True, gc=False):
    """Precondition: `at` is in a block that is no loop header; it does not follow a merge
    instruction, is no variable, no OpPhi of several pairs, and no OpSampledImage before it is used
    from it on.
    Effect: it and all after it move to a new block, to which the old one branches.
    Facts: the new block is dead if the old one is.
    """

    at: Place
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        instruction = self.at.find(module)
        return (
            instruction is not None
            and module.is_fresh(self.fresh)
            and can_split(module, instruction)
        )

    def apply(self, module: Module) -> None:
        module.split(self.at.get(module), self.fresh)
