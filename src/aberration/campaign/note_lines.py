"""What a campaign says of the files that it starts from: a line for each note, and with many seeds
a line for each kind of note.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.campaign.seed_pool import FileNote

MOST: Final = 40
"""As many notes have a line of their own."""
_KIND: Final = 3
"""Notes that begin with so many equal words are of one kind; names come after them."""


def note_lines(notes: Sequence[FileNote]) -> list[str]:
    """Return the lines for notes, in their order; of more than `MOST` the first one of each kind,
    with the number of the others.
    """
    lines = [f"{note.path}: {note.text}" for note in notes]
    if len(notes) <= MOST:
        return lines
    kinds: dict[tuple[str, ...], list[str]] = {}
    for note, line in zip(notes, lines, strict=True):
        kinds.setdefault(tuple(note.text.split()[:_KIND]), []).append(line)
    told = [alike[0] + _others(len(alike) - 1) for alike in kinds.values()]
    return [*told, "`aberration check FILE` tells all of one file"]


def _others(count: int) -> str:
    return f" (and {count} more like this)" if count else ""
