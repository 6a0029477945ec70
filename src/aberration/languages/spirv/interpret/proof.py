"""(records only; the engine's branch brings the file)"""

from __future__ import annotations

from typing import Literal

import msgspec

from aberration.core.limits import Limits
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program

from .undefined import Trap

VERSION = 1


class Budget(msgspec.Struct, frozen=True):
    steps: int = 1
    whole_steps: int = 1


Answer = Literal["defined", "partly", "undefined", "too-long", "refused"]


class Masked(msgspec.Struct, frozen=True):
    kind: str
    place: str
    count: int


class Proof(msgspec.Struct, frozen=True):
    answer: Answer
    outcome: Image | Buffers | None = None
    limits: Limits | None = None
    drawn: int = 0
    compared: int = 0
    masked: tuple[Masked, ...] = ()
    trap: Trap | None = None
    reason: str = ""
    ranges: dict[int, tuple[int, int]] = {}
    steps: int = 0
    most_turns: int = 0
    group_turns: int = 0


def prove(program: Program, budget: Budget = Budget()) -> Proof:
    raise NotImplementedError
