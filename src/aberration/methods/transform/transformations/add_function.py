"""Add a whole function, fit to be called from anywhere or only from dead blocks (catalogue: AddFunction)."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Function
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.function_text import Detached, Line, build
from aberration.methods.transform.livesafe import Guards, make_livesafe
from aberration.methods.transform.livesafe_rules import offence
from aberration.methods.transform.transformation import Transformation


class AddFunction(Transformation, frozen=True, gc=False):
    """Precondition: the lines are a function whose ids are fresh and whose other ids exist, called functions with the
    same signature; every use is dominated. With guards: nothing in it that they cannot make harmless.
    Effect: appends the function; with guards, rewritten so that any call of it ends and does no harm.
    Facts: with guards the function is livesafe, without them all its blocks are dead. The memory behind its pointer
    parameters and variables is irrelevant.
    """

    lines: tuple[Line, ...]
    guards: Guards | None = None

    @property
    def function_id(self) -> int:
        """Return the id of the function."""
        return self.lines[0].result_id

    def is_applicable(self, module: Module) -> bool:
        if not self.lines or not module.is_fresh(self.function_id):
            return False
        return self._built(module) is not None

    def _built(self, module: Module) -> Function | None:
        """Return the function as it is to be appended; None if it is illegal here."""
        function = build(self.lines)
        if function is None:
            return None
        text = Detached(module, function)
        if not text.ids_are_known() or not text.signature_fits():
            return None
        if self.guards is not None:
            if offence(module, text) or not make_livesafe(module, text, self.guards):
                return None
            text.index()
            if not set(self.guards.fresh_ids()).isdisjoint(line.result_id for line in self.lines):
                return None
            if not text.ids_are_known():
                return None
        return function if text.is_ordered() else None

    def apply(self, module: Module) -> None:
        function = self._built(module)
        if function is None:
            return
        facts = module.facts
        for block in function.blocks:
            block.dead = self.guards is None
        module.add_function(function)
        for made in [*function.parameters, *function.blocks[0].instructions]:
            is_memory = made.op == OpVariable or module.pointee(made.type_id)
            if is_memory and (made.op == OpVariable or made.block is None):
                facts.add_pointee_irrelevant(made.result_id)
        if self.guards is not None:
            facts.add_livesafe(function.id)
