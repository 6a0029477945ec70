"""Do all invocations still go the same way where a step changed a branch? No result tells that they
part there: what they would do apart is as harmless as what they do together, until a driver
executes it for some of them only.
"""

from __future__ import annotations

from collections.abc import Sequence

from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_inputs import given_to, with_given
from aberration.methods.transform.method import parse_module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_irrelevant_id import (
    BRANCHES,
    ReplaceIrrelevantId,
)

from .proof import STEPS, Place, results


def partings(
    program: Program, steps: Sequence[Transformation], places: Sequence[Place]
) -> list[str]:
    """Return the values that steps let live branches hang on, and that are not one and the same
    wherever they are seen: at the places, or in all invocations of a compute shader.
    """
    if not any(isinstance(step, ReplaceIrrelevantId) for step in steps):
        return []
    module = parse_module(program)
    conditions = _conditions(module, steps)
    inputs = with_given(program.inputs, given_to(module))
    variant = Program(program.language, program.stage, module.to_bytes(), inputs, program.name)
    module.clear()
    if not conditions:
        return []
    _, interpreter = results(variant, places, Options(steps=STEPS, trace_values=tuple(conditions)))
    seen = interpreter.seen_values()
    return [
        f"invocations part at a branch on %{value}"
        for value in conditions
        if len(set(seen.get(value, ()))) > 1
    ]


def _conditions(module: Module, steps: Sequence[Transformation]) -> list[int]:
    """Apply steps; return what they put into live branches, in order."""
    found: dict[int, bool] = {}
    for step in steps:
        user = step.use.find(module) if isinstance(step, ReplaceIrrelevantId) else None
        applied = step.apply_if_applicable(module)
        is_live = user is not None and user.block is not None and not user.block.dead
        if (
            applied
            and is_live
            and user is not None
            and user.op in BRANCHES
            and isinstance(step, ReplaceIrrelevantId)
        ):
            found[step.replacement] = True
    return list(found)
