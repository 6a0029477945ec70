"""What stopped a run of C, as a trap."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.interpret.scalar.trace import assembly_of
from aberration.languages.spirv.interpret.undefined import OFF_ITS_PIXEL, Trap, TrapKind

from .run import Failure, Native

_WHY: Final[dict[TrapKind, str]] = {
    "uninitialised": "a value is used that was never written",
    "out-of-bounds": "an index is not less than the number of parts",
    "division": "the divisor is 0",
    "overflow": "an integer leaves its type where it may not wrap around",
    "shift": "the shift amount is not less than the width",
    "conversion": "the number does not fit the type that it is converted to",
    "nan": "a NaN or an infinity is used, which implementations need not keep",
    "invalid-argument": "an argument is outside of what the instruction is defined for",
    "loop-limit": "more is executed than was allowed",
    "race": "memory is used by two invocations, one of which writes, with no barrier between",
    "barrier": "not all invocations of the workgroup reach the same barrier",
    "derivative": "not all four invocations of the quad reach the same derivative",
    "unreachable": "OpUnreachable is reached",
    "position": OFF_ITS_PIXEL,
}


def trap_of(native: Native, failure: Failure, uncertain: bool = False) -> Trap:
    """Return the trap; `uncertain`: it is met if floats are rounded otherwise, or undefined
    values are others.
    """
    found = native.program.sites[failure.site]
    block = found.block
    message = _WHY[failure.kind]
    if uncertain:
        message += ", if floats are rounded otherwise or undefined values are others"
    return Trap(
        kind=failure.kind,
        instruction=assembly_of(native.unit.module, found),
        message=message,
        result_id=found.result_id,
        opcode=found.op,
        function_id=0 if block is None else block.function.id,
        block_id=0 if block is None else block.id,
        invocation=failure.invocation[: 2 if native.unit.interface.draws else 3],
    )
