"""What an execution can meet that has no defined result, and what the interpreter does not
execute.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput
from aberration.languages.spirv.instruction import Instruction

TrapKind = Literal[
    "uninitialised",
    "out-of-bounds",
    "division",
    "overflow",
    "shift",
    "conversion",
    "nan",
    "invalid-argument",
    "loop-limit",
    "race",
    "barrier",
    "derivative",
    "unreachable",
    "position",
]

OFF_ITS_PIXEL: Final = "the point of a vertex is not one pixel large in the middle of its pixel"
"""What a trap of kind "position" says."""


class Trap(msgspec.Struct, frozen=True):
    """The first undefined operation that an execution met.

    `instruction` is its assembly text, `result_id` what it defines (0 for nothing), `opcode` its
    number; `invocation` is the pixel (x, y) of a fragment or vertex shader or the global id
    (x, y, z) of a compute shader.
    """

    kind: TrapKind
    instruction: str
    message: str
    result_id: int = 0
    opcode: int = 0
    function_id: int = 0
    block_id: int = 0
    invocation: tuple[int, ...] = ()

    def __str__(self) -> str:
        where = (
            f" in block %{self.block_id} of function %{self.function_id}" if self.block_id else ""
        )
        who = f", invocation {self.invocation}" if self.invocation else ""
        return f"{self.kind}: {self.message}: {self.instruction}{where}{who}"


class Undefined(Exception):
    """Raised by generated code and its helpers where an operation has no defined result."""

    def __init__(self, kind: TrapKind, message: str) -> None:
        super().__init__(message)
        self.kind: TrapKind = kind
        self.message = message


class Trapped(Exception):
    """A trap on its way out of an engine."""

    def __init__(self, trap: Trap) -> None:
        super().__init__(str(trap))
        self.trap = trap


class Refused(BadInput):
    """A valid module asks for something that the interpreter does not know; the message names
    it.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(f"not interpreted: {message}", where=where, hint=hint)


def refuse(what: str, instruction: Instruction | None = None) -> Refused:
    """Return the refusal of something, named with the id that asks for it."""
    return Refused(
        what
        if instruction is None or not instruction.result_id
        else f"{what} (%{instruction.result_id})"
    )
