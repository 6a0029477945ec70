"""All buffers are bound with the first one's dynamic offset."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs

from .mutant import HostMutant, of_inputs


def _mistake(inputs: Inputs) -> Inputs:
    """Let each buffer begin with the bytes of the first one."""
    if not inputs.buffers:
        return inputs
    first = inputs.buffers[0].data
    buffers = tuple(
        replace(one, data=first[: len(one.data)] + one.data[len(first) :]) for one in inputs.buffers
    )
    return replace(inputs, buffers=buffers)


MUTANT: Final = HostMutant(
    "host-dynamic-offset",
    "a command that binds several dynamic offsets keeps the first for all",
    "UseDynamicOffsets",
    of_inputs(_mistake),
)
