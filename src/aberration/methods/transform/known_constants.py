"""What the inputs of a program give to its specialisation constants, and what those of its variants
do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.inputs import Inputs
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_given_constant import AddGivenConstant


def learn_constants(module: Module, constants: Iterable[Constant]) -> None:
    """Record the values that are given, by number."""
    for one in constants:
        if one.number is not None:
            module.facts.constants[one.number] = one.word


def inputs_after(inputs: Inputs, steps: Sequence[Transformation]) -> Inputs:
    """Return the inputs of a module after steps that applied: what they let the host give beside
    the rest.
    """
    made = {step.given.id: step.given for step in steps if isinstance(step, AddGivenConstant)}
    if not made:
        return inputs
    kept = (one for one in inputs.constants if one.id not in made)
    return replace(inputs, constants=(*kept, *made.values()))
