"""The outputs of a fragment shader that go to attachments, by location."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.attachments import DEPTH, Output
from aberration.core.setters import ScalarType
from aberration.languages.spirv import opcodes, types
from aberration.languages.spirv.enums import BuiltIn, Decoration, ExecutionMode, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.private_interface import stage_variables

_BITS: Final = 32
_ELSEWHERE: Final = (Decoration.COMPONENT, Decoration.INDEX)
_OTHER_TESTS: Final = (
    ExecutionMode.EARLY_FRAGMENT_TESTS,
    ExecutionMode.DEPTH_GREATER,
    ExecutionMode.DEPTH_LESS,
    ExecutionMode.DEPTH_UNCHANGED,
    ExecutionMode.POST_DEPTH_COVERAGE,
    ExecutionMode.EARLY_AND_LATE_FRAGMENT_TESTS_AMD,
)
"""With these another depth than the shader's may be kept (SPIR-V 1.6, 3.6 "Execution Mode")."""


def outputs_of(module: Module) -> dict[int, Output]:
    """Return the outputs of a valid module that are alone at their locations: scalars and vectors
    of numbers of 32 bits. Where one is not like this, or several share a location, none is there.
    A depth is there where what the shader gives is what is kept.
    """
    found: dict[int, list[Output | None]] = {}
    for variable in stage_variables(module, StorageClass.OUTPUT):
        for location in _locations(module, variable):
            found.setdefault(location, []).append(_output(module, variable))
    alone = {at: each[0] for at, each in found.items() if len(each) == 1}
    depth = {DEPTH: Output("float", 1)} if _keeps_depth(module) else {}
    return {at: output for at, output in alone.items() if output is not None} | depth


def _keeps_depth(module: Module) -> bool:
    """Whether the depth of a fragment is what a variable holds at the end."""
    modes = {one.ops[1] for one in module.preamble if one.op == opcodes.OpExecutionMode}
    depths = [
        one
        for one in module.globals
        if one.op == opcodes.OpVariable
        and one.ops[0] == StorageClass.OUTPUT
        and mark(module, one.result_id, Decoration.BUILT_IN) == BuiltIn.FRAG_DEPTH
    ]
    return (
        len(depths) == 1 and ExecutionMode.DEPTH_REPLACING in modes and not modes & {*_OTHER_TESTS}
    )


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
