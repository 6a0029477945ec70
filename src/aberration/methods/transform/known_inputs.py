"""What a variant is run with, where transformations changed the inputs, or the other stage of a
pair, in step with the module.
"""

from __future__ import annotations

import msgspec

from aberration.core.constants import Constant
from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv.module import Module


class Given(msgspec.Struct, frozen=True):
    """What the facts of a module say that it is run with; None, or no companion:
    what its seed is.
    """

    uniforms: tuple[Uniform, ...] | None = None
    constants: tuple[Constant, ...] | None = None
    companion: bytes = b""


def given_to(module: Module) -> Given:
    """Return what a module is run with, as it is now."""
    return Given(module.facts.given_uniforms, module.facts.given_constants, module.facts.companion)


def with_given(inputs: Inputs, given: Given) -> Inputs:
    """Return the inputs of a seed program as its variant wants them."""
    uniforms = inputs.uniforms if given.uniforms is None else given.uniforms
    constants = inputs.constants if given.constants is None else given.constants
    if (uniforms, constants) == (inputs.uniforms, inputs.constants):
        return inputs
    return msgspec.structs.replace(inputs, uniforms=uniforms, constants=constants)
