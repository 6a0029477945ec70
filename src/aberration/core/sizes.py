"""How large the arrays of a program may be that is read here: beyond that, interpreting it would
take the memory and time of the machine, where no test needs such a program.
"""

from __future__ import annotations

from typing import Final

MOST_NUMBERS: Final = 1 << 20
"""As many numbers as one array may hold, those of arrays within it counted, too."""


def is_too_large(count: int) -> bool:
    """Whether an array of so many numbers is refused."""
    return count > MOST_NUMBERS


def too_large(count: int) -> str:
    """Return why an array of so many numbers is refused."""
    return f"an array of {count:,} numbers, more than the {MOST_NUMBERS:,} that are taken here"
