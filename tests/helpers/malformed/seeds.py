"""The sound inputs that are damaged."""

from __future__ import annotations

import functools
import tarfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
CORPUS: Final = ROOT / "corpus"
_CAMPAIGN: Final = ROOT / "tests/end_to_end/campaigns/of_2026_11.tar.xz"
_LIMIT: Final = 60_000
"""Bytes of a program: larger ones say nothing more, and take longer."""


@functools.cache
def programs() -> tuple[Path, ...]:
    """Return the programs of the corpus, those of cases left out."""
    suffixes = {".spv", ".frag", ".comp", ".vert", ".geom", ".wgsl", ".c"}
    return tuple(
        path
        for path in sorted(CORPUS.rglob("*"))
        if path.suffix in suffixes and "bugs" not in path.parts and path.stat().st_size < _LIMIT
    )


@functools.cache
def programs_named(suffix: str) -> tuple[Path, ...]:
    """Return the programs whose names end so."""
    return tuple(path for path in programs() if path.suffix == suffix)


@functools.cache
def scripts() -> tuple[Path, ...]:
    """Return scripts in Amber."""
    return tuple(sorted((ROOT / "experiments/unseen/written").glob("*.amber")))


@functools.cache
def cases() -> tuple[Path, ...]:
    """Return the cases of the corpus, those of C left out: their programs would be executed."""
    folders = sorted(path.parent for path in (CORPUS / "bugs").glob("*/case.json"))
    return tuple(folder for folder in folders if not list(folder.glob("*.c")))


def unpack_campaign(folder: Path) -> Path:
    """Unpack a small campaign below a folder; return where its store is."""
    place = folder / "campaign"
    with tarfile.open(_CAMPAIGN) as archive:
        archive.extractall(place, filter="data")
    return next(path.parent for path in sorted(place.rglob("campaign.sqlite")))
