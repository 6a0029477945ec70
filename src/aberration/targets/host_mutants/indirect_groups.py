"""A dispatch whose numbers come from a buffer reads only the first of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs

from .mutant import HostMutant, of_inputs


def _mistake(inputs: Inputs) -> Inputs:
    return replace(inputs, groups=(inputs.groups[0], 1, 1))


MUTANT: Final = HostMutant(
    "host-indirect-groups",
    "an indirect dispatch takes one number of workgroups for three",
    "DispatchIndirect",
    of_inputs(_mistake),
)
