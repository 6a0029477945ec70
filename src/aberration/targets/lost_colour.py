"""Translators that lose the colour: their output draws nothing, and their input does.

A driver takes a shader without a colour and leaves the image as it was, so our runners refuse it by
name. Behind a translator that is no property of the program that was tested.
"""

from __future__ import annotations

from typing import Final

from aberration.core.outcome import Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.runners.interface import NO_COLOUR, instructions

LOST_COLOUR: Final = "the output writes no colour to location 0, which the program does"
_VARIABLE, _STORE, _COPY_MEMORY, _ACCESS_CHAIN, _IN_BOUNDS_ACCESS_CHAIN = 59, 62, 63, 65, 66
_DECORATE, _LOCATION, _OUTPUT = 71, 30, 3
# OpKill, OpTerminateInvocation and OpDemoteToHelperInvocation.
_DISCARDS: Final = (252, 4416, 5380)


def loses_colour(outcome: Outcome, given: Program) -> bool:
    """Return whether what came of a translator's output says that it lost the colour of the
    program that it was given; of one in SPIR-V, where a store can be seen.
    """
    if not isinstance(outcome, Rejected) or outcome.message != NO_COLOUR:
        return False
    if given.language != "spirv":
        return False
    # Of a pair, the fragment stage gives the colour.
    return _writes_colour(given.stages()[-1][1] if given.is_pair else given.source)


def _writes_colour(source: bytes) -> bool:
    """Return whether a valid module has a store to an output at location 0.

    With a discard it need not be reached by any pixel, and a driver may see that: such a module is
    taken to write nothing.
    """
    located: set[int] = set()
    outputs: set[int] = set()
    writes = False
    for opcode, words in instructions(source):
        if opcode == _DECORATE and words[1] == _LOCATION and words[2] == 0:
            located.add(words[0])
        elif opcode == _VARIABLE and words[2] == _OUTPUT and words[1] in located:
            outputs.add(words[1])
        elif opcode in (_STORE, _COPY_MEMORY):
            writes = writes or words[0] in outputs
        elif opcode in (_ACCESS_CHAIN, _IN_BOUNDS_ACCESS_CHAIN):
            writes = writes or words[2] in outputs
        elif opcode in _DISCARDS:
            return False
    return writes
