"""Helper invocations of fragment shaders: those that a module makes by demotion, and the questions
that are not answered.

A demoted invocation goes on (SPIR-V specification, 3.42.17, OpDemoteToHelperInvocation): what its
neighbours derive stays defined and its own memory changes as before, but its pixel keeps what
OpKill would leave there.
"""

from __future__ import annotations

from typing import Final

from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.instruction import Instruction

from .analysis import Analysis
from .interface import Interface
from .undefined import Refused

DEMOTES: Final = opcodes.OpDemoteToHelperInvocation
ASKS: Final = opcodes.OpIsHelperInvocationEXT


def has_helpers(analysis: Analysis, interface: Interface, inputs: Inputs) -> bool:
    """Return whether it has to be noted which invocations are helpers. Raise `Refused` for what
    nobody knows of a helper, or not here.
    """
    used = {found.op for found in _instructions(analysis)}
    built_in = any(
        variable.built_in == BuiltIn.HELPER_INVOCATION for variable in interface.variables.values()
    )
    if DEMOTES in used:
        _check_demotion(analysis, interface, built_in)
    is_asked = built_in or ASKS in used
    if is_asked and interface.entry_id in analysis.pausing and _has_odd_side(inputs):
        raise Refused("which invocations are helpers beside an image with odd sides")
    return DEMOTES in used or ASKS in used


def demotes(analysis: Analysis, function_id: int) -> bool:
    """Return whether a function itself demotes its invocation."""
    blocks = analysis.blocks[function_id]
    return any(found.op == DEMOTES for block in blocks for found in block.instructions)


def _check_demotion(analysis: Analysis, interface: Interface, built_in: bool) -> None:
    # A load after a demotion is undefined unless it is volatile, and older modules have no such.
    if built_in:
        raise Refused("OpDemoteToHelperInvocation beside the built-in HelperInvocation")
    for variable in interface.of_storage(StorageClass.STORAGE_BUFFER):
        # Stores of helpers have no effect, and what their atomic operations give is undefined.
        if analysis.is_written(variable.id):
            raise Refused("OpDemoteToHelperInvocation beside stores to a buffer")


def _instructions(analysis: Analysis) -> list[Instruction]:
    return [
        found
        for function in analysis.functions
        for block in analysis.blocks[function.id]
        for found in block.instructions
    ]


def _has_odd_side(inputs: Inputs) -> bool:
    """Return whether quads reach out of the image, where each invocation is a helper."""
    return bool(inputs.width & 1 or inputs.height & 1)
