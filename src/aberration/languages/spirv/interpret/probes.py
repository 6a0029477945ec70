"""What an execution is asked to look at: the joint values of a few integers and booleans at places
of a module, over all invocations.
"""

from __future__ import annotations

from typing import Final

import msgspec

MOST_VALUES: Final = 8
"""Values of one probe."""
MOST_STATES: Final = 512
"""Joint states that are kept of one place."""


class Probe(msgspec.Struct, frozen=True):
    """The place before the instruction at index `at` of a block, and values that are available
    there: booleans, and integers of 32 bits.
    """

    block: int
    at: int
    values: tuple[int, ...]


class Seen(msgspec.Struct, frozen=True):
    """How often all invocations together came to a place, and in which joint states the values of
    its probe were; `states` is None where there were too many. `limits` are the least and the
    greatest of each value.
    """

    count: int
    states: tuple[tuple[int, ...], ...] | None
    limits: tuple[tuple[int, int], ...]
