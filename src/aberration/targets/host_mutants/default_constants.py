"""Specialisation constants keep their defaults."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.spirv.specialise import specialise

from .mutant import HostMutant

_WAY: Final = "SpecialiseConstants"


def _mistake(program: Program) -> Program:
    ways = tuple(way for way in program.inputs.ways if way != _WAY)
    source = specialise(program.source, program.inputs.constants).source
    return replace(program, source=source, inputs=replace(program.inputs, ways=ways))


MUTANT: Final = HostMutant(
    "host-default-constants",
    "a pipeline that is made without the values of its specialisation constants",
    _WAY,
    _mistake,
)
