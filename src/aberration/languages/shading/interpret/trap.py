"""What an execution can meet that has no defined result, and what the interpreter does not
execute.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from aberration.core.errors import BadInput

TrapKind = Literal[
    "uninitialised",
    "out-of-bounds",
    "division",
    "shift",
    "conversion",
    "nan",
    "domain",
    "order",
    "missing-return",
    "race",
    "barrier",
    "derivative",
    "unwritten-output",
    "position",
    "emission",
]


class Trap(msgspec.Struct, frozen=True):
    """The first undefined operation that an execution met.

    `start` is its offset in the text, `end` that of what follows it, `line` and `column` count from
    1; `excerpt` is the operation as it is written. `values` are the variables that it names, with
    what they held; `invocation` is the pixel (x, y) of a fragment or vertex, or the global id (x,
    y, z) of a compute shader.
    """

    kind: TrapKind
    message: str
    start: int = -1
    line: int = 0
    column: int = 0
    excerpt: str = ""
    values: tuple[tuple[str, str], ...] = ()
    invocation: tuple[int, ...] = ()
    file: str = ""
    end: int = -1

    def __str__(self) -> str:
        place = (
            f"{self.file}:{self.line}:{self.column}: "
            if self.file
            else f"{self.line}:{self.column}: "
        )
        written = f": {self.excerpt}" if self.excerpt else ""
        held = ", ".join(f"{name} = {value}" for name, value in self.values)
        known = f" ({held})" if held else ""
        who = f", invocation {self.invocation}" if self.invocation else ""
        return f"{place if self.line else ''}{self.kind}: {self.message}{written}{known}{who}"


class Endless(msgspec.Struct, frozen=True):
    """An invocation went round its loops more often than the budget allows; no verdict about
    the program.
    """

    turns: int
    invocation: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"not at its end after {self.turns} turns of loops, invocation {self.invocation}"


class Undefined(Exception):
    """Raised by generated code and its helpers where an operation has no defined result."""

    def __init__(self, kind: TrapKind, message: str) -> None:
        super().__init__(message)
        self.kind: TrapKind = kind
        self.message = message


class StepLimit(Exception):
    """The budget of loop turns is spent."""


class Discarded(Exception):
    """`discard` was executed."""


class Refused(BadInput):
    """A valid shader asks for something that the interpreter does not know; the message names
    it.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(f"not interpreted: {message}", where=where, hint=hint)
