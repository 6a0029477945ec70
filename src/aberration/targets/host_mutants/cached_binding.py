"""A pipeline that comes out of a cache has lost its last uniform."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs

from .mutant import HostMutant, of_inputs


def _mistake(inputs: Inputs) -> Inputs:
    """Let the last uniform hold zeros."""
    if not inputs.uniforms:
        return inputs
    last = inputs.uniforms[-1]
    lost = replace(last, data=bytes(len(last.data)))
    return replace(inputs, uniforms=(*inputs.uniforms[:-1], lost))


MUTANT: Final = HostMutant(
    "host-cached-binding",
    "what a cache keeps of a pipeline leaves out its last binding",
    "UsePipelineCache",
    of_inputs(_mistake),
)
