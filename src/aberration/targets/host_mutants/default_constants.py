"""Specialisation constants keep their defaults."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.spirv.specialise import specialise

from .mutant import HostMutant

_WAY: Final = "SpecialiseConstants"


def _mistake(program: Program) -> Program:
    inputs, source = program.inputs, program.source
    if _WAY in inputs.ways:
        source = specialise(source, inputs.constants).source
    ways = tuple(way for way in inputs.ways if way != _WAY)
    return replace(program, source=source, inputs=replace(inputs, ways=ways, constants=()))


MUTANT: Final = HostMutant(
    "host-default-constants",
    "a pipeline that is made without the values of its specialisation constants",
    _WAY,
    _mistake,
    of_constants=True,
)
