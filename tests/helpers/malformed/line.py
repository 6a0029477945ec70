"""A command line to be tried, and damage by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from helpers.malformed.companions import Companion
from helpers.malformed.texts import Damage

from aberration.core.rng import Rng

TARGET: Final = ("-t", "identity", "--deadline", "5")


class Line(msgspec.Struct, frozen=True):
    """A command line to be run in a folder, with variables of its environment; a command that does
    not end by itself has a companion, which talks with it and ends it.
    """

    arguments: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()
    companion: Companion | None = None


Maker = Callable[[Path, Rng], Line]


def damaged(data: bytes, damages: Sequence[Damage], rng: Rng) -> bytes:
    """Return the data with one to three damages."""
    for _ in range(rng.choose((1, 1, 1, 2, 3))):
        data = rng.choose(damages)(data, rng)
    return data


def damage_file(path: Path, damages: Sequence[Damage], rng: Rng) -> None:
    """Damage a file where it is."""
    path.write_bytes(damaged(path.read_bytes(), damages, rng))
