"""What stands for the inputs that a vertex stage would pass on, in texts and modules alike
(docs/formats.md): numbers of the pixel, each input apart from the others.
"""

from __future__ import annotations

from typing import Final

SIZE: Final = 256
"""Pixels from 0 to 1."""
_APART: Final = 32
"""Pixels from one input to the next, so that no two of them are the same."""


def shift_of(number: int) -> int:
    """Return by how many pixels the input of this number, from 0, lies beside the first."""
    return number * _APART % SIZE
