"""Helper invocations of fragment shaders: those that a module makes by demotion, and the questions
that are not answered.

A demoted invocation goes on (SPIR-V specification, 3.42.17, OpDemoteToHelperInvocation): what its
neighbours derive stays defined and its own memory changes as before, but its pixel keeps what
OpKill would leave there.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import BuiltIn, StorageClass

from .analysis import Analysis
from .interface import Interface
from .undefined import Refused

DEMOTES: Final = opcodes.OpDemoteToHelperInvocation
ASKS: Final = opcodes.OpIsHelperInvocationEXT


def has_helpers(analysis: Analysis, interface: Interface) -> bool:
    """Return whether it has to be noted which invocations are helpers. Raise `Refused` for what
    nobody knows of a helper, or not here.
    """
    used = _opcodes(analysis)
    if DEMOTES in used:
        _check_demotion(analysis, interface)
    # Drivers may draw our triangle in several parts: in quads across their edges some invocations
    # are helpers from the start, and others are again when their own part is drawn.
    if asks(analysis, interface) and interface.entry_id in analysis.pausing:
        raise Refused("derivatives beside the question which invocations are helpers")
    return DEMOTES in used or ASKS in used


def asks(analysis: Analysis, interface: Interface) -> bool:
    """Return whether what an invocation does may depend on whether it is a helper."""
    return sees_helpers(interface) or ASKS in _opcodes(analysis)


def demotes(analysis: Analysis, function_id: int) -> bool:
    """Return whether a function itself demotes its invocation."""
    blocks = analysis.blocks[function_id]
    return any(found.op == DEMOTES for block in blocks for found in block.instructions)


def _check_demotion(analysis: Analysis, interface: Interface) -> None:
    # A load after a demotion is undefined unless it is volatile, and older modules have no such.
    if sees_helpers(interface):
        raise Refused("OpDemoteToHelperInvocation beside the built-in HelperInvocation")
    for variable in interface.of_storage(StorageClass.STORAGE_BUFFER):
        # Stores of helpers have no effect, and what their atomic operations give is undefined.
        if analysis.is_written(variable.id):
            raise Refused("OpDemoteToHelperInvocation beside stores to a buffer")


def sees_helpers(interface: Interface) -> bool:
    """Return whether a module has the built-in HelperInvocation."""
    variables = interface.variables.values()
    return any(variable.built_in == BuiltIn.HELPER_INVOCATION for variable in variables)


def _opcodes(analysis: Analysis) -> frozenset[int]:
    return frozenset(
        found.op
        for function in analysis.functions
        for block in analysis.blocks[function.id]
        for found in block.instructions
    )
