"""How large the arrays of a program may be that is read here: beyond that, interpreting it would
take the memory and time of the machine, where no test needs such a program.
"""

from __future__ import annotations

from typing import Final

MOST_NUMBERS: Final = 1 << 20
"""As many numbers as one array may hold, those of arrays within it counted, too."""


def size_fault(count: int) -> str:
    """Return why an array of so many numbers is refused, or nothing."""
    if count <= MOST_NUMBERS:
        return ""
    return f"an array of {count:,} numbers, more than the {MOST_NUMBERS:,} that are taken here"
