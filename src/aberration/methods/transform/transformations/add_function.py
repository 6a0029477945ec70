"""Add a whole function, fit to be called from anywhere or only from dead blocks (catalogue:
AddFunction).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.dominators import number_blocks_below
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionParameter, OpVariable
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.donation.function_text import Detached, Line, build
from aberration.methods.transform.donation.livesafe import Guards, make_livesafe
from aberration.methods.transform.donation.livesafe_rules import offence
from aberration.methods.transform.donation.shrink_function import smaller_functions
from aberration.methods.transform.transformation import Transformation


class AddFunction(Transformation, frozen=True, gc=False):
    """Precondition: the lines are a function whose ids are fresh and whose other ids exist, called
    functions with the same signature; every use is dominated. With guards: nothing in it that they
    cannot make harmless.
    Effect: appends the function; with guards, rewritten so that any call of it ends and does no
    harm.
    Facts: with guards the function is livesafe, without them all its blocks are dead. The memory
    behind its pointer parameters and variables is irrelevant, but for the counter of rounds that
    the guards add.
    """

    can_shrink: ClassVar[bool] = True
    lines: tuple[Line, ...]
    guards: Guards | None = None

    @property
    def function_id(self) -> int:
        """Return the id of the function."""
        return self.lines[0].result_id

    def is_applicable(self, module: Module) -> bool:
        if not self._is_new(module):
            return False
        text = self._text(module)
        return text is not None and _is_legal(text)

    def apply_if_applicable(self, module: Module) -> bool:
        if not self._is_new(module):
            return False
        text = self._text(module)
        if text is None or not _is_legal(text):
            return False
        self._append(module, text)
        return True

    def apply_text(self, module: Module, text: Detached) -> bool:
        """Do as `apply_if_applicable`, given the lines as built, without guards, and found to
        allow them.
        """
        if not self._is_new(module) or not self._is_guarded(module, text) or not _is_legal(text):
            return False
        self._append(module, text)
        return True

    def _is_new(self, module: Module) -> bool:
        """Say whether the ids are new, and the guards define none of those of the function; other
        clashes show when it is built.
        """
        guards = () if self.guards is None else self.guards.fresh_ids()
        is_apart = set(guards).isdisjoint([line.result_id for line in self.lines if line.result_id])
        return bool(self.lines) and module.is_fresh(self.function_id) and is_apart

    def smaller(self) -> Iterator[AddFunction]:
        """Yield the record with shorter functions."""
        for lines in smaller_functions(self.lines):
            yield msgspec.structs.replace(self, lines=lines)

    def _text(self, module: Module) -> Detached | None:
        """Return the function as it is to be appended; None if it is none, or cannot be guarded."""
        function = build(self.lines)
        if function is None:
            return None
        text = Detached(module, function)
        if self.guards is not None and offence(module, text):
            return None
        return text if self._is_guarded(module, text) else None

    def _is_guarded(self, module: Module, text: Detached) -> bool:
        """Rewrite the function, if there are guards; say whether that could be done."""
        if self.guards is None:
            return True
        if not make_livesafe(module, text, self.guards):
            return False
        text.index()
        return True

    def apply(self, module: Module) -> None:
        self._append(module, must_exist(self._text(module)))

    def _append(self, module: Module, text: Detached) -> None:
        function = text.function
        for block in function.blocks:
            block.dead = self.guards is None
        module.add_function(function)
        number_blocks_below(function, text.dominators())
        for line in self.lines:
            if line.op == OpVariable or (
                line.op == OpFunctionParameter and pointee(module, line.type_id)
            ):
                module.facts.add_pointee_irrelevant(line.result_id)
        if self.guards is not None:
            module.facts.add_livesafe(function.id)


def _is_legal(text: Detached) -> bool:
    return text.ids_are_known() and text.signature_fits() and text.is_ordered()
