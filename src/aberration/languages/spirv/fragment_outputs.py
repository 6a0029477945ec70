"""The outputs of a fragment shader that go to colour attachments, by location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.attachments import Output
from aberration.core.setters import ScalarType
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.private_interface import stage_variables

_BITS: Final = 32
_ELSEWHERE: Final = (Decoration.COMPONENT, Decoration.INDEX)


def outputs_of(module: Module) -> dict[int, Output]:
    """Return the outputs of a valid module that are alone at their locations: scalars and vectors
    of numbers of 32 bits. Where one is not like this, or several share a location, none is there.
    """
    found: dict[int, list[Output | None]] = {}
    for variable in stage_variables(module, StorageClass.OUTPUT):
        for location in _locations(module, variable):
            found.setdefault(location, []).append(_output(module, variable))
    alone = {at: each[0] for at, each in found.items() if len(each) == 1}
    return {at: output for at, output in alone.items() if output is not None}


def _locations(module: Module, variable: Instruction) -> Iterator[int]:
    """Give the locations that an output lies at: an array has one for each element."""
    first = mark(module, variable.result_id, Decoration.LOCATION)
    type_id = types.pointee(module, variable.type_id)
    is_many = types.is_array(module, type_id) or types.is_matrix(module, type_id)
    count = types.component_count(module, type_id) if is_many else 1
    yield from range(first, first + max(count, 1))


def _output(module: Module, variable: Instruction) -> Output | None:
    type_id = types.pointee(module, variable.type_id)
    if any(mark(module, variable.result_id, one) > 0 for one in _ELSEWHERE):
        return None
    if not (types.is_numeric_scalar(module, type_id) or types.is_vector(module, type_id)):
        return None
    number = types.scalar_of(module, type_id)
    if types.is_bool(module, number) or types.width(module, number) != _BITS:
        return None
    scalar: ScalarType = "float"
    if not types.is_float(module, number):
        scalar = "int" if types.is_signed(module, number) else "uint"
    count = types.component_count(module, type_id) if types.is_vector(module, type_id) else 1
    return Output(scalar, count)
