"""Learn that composites are equal of which all parts are (catalogue:
ComputeDataSynonymFactClosure).
"""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.parts import MOST_PARTS
from aberration.methods.transform.transformation import Transformation


class ComputeDataSynonymFactClosure(Transformation, frozen=True, gc=False):
    """Precondition: composites came to share parts since the last time.
    Effect: none on the module.
    Facts: of those pairs, the first `most` are looked at: two composites of one type, with 64 parts
    at most, of which all parts are equal, are equal.
    """

    supporting: ClassVar[bool] = True

    most: int

    def is_applicable(self, module: Module) -> bool:
        return self.most > 0 and module.facts.can_close()

    def apply(self, module: Module) -> None:
        module.facts.close(_Shapes(module).of, self.most)


class _Shapes:
    """What a module says about the types of parts."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def of(self, value: int, path: tuple[int, ...]) -> tuple[int, int]:
        """Return the type of a part and the number of its own parts; 0 for both if it is not
        looked at.
        """
        type_id = self.module.type_of(value)
        for index in path:
            type_id = types.walk(self.module, type_id, index)
        count = types.component_count(self.module, type_id)
        return (type_id, count) if count <= MOST_PARTS else (0, 0)
