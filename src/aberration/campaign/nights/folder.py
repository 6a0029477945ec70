"""The folder of all nights: what is in it, who may write to it, and which night is to go on.

    nights.lock            held by the night that runs
    known.json             the bugs that were told, and what became of them
    findings/              the reduced findings of all nights, for deduplication
    0001/night.json        a night that was begun
    0001/replay.json       the known bugs that it replayed so far
    0001/leftovers.json    the slices of former nights whose findings it went on to reduce
    0001/slice-01/         a slice: plan.json, the folder of its campaign, done.json
    0001/bugs/             new bugs: what was told of each, and its smallest case
    0001/news.json         all that it found out
    0001/told.json         written last: the night is over

Each file is written whole, and each step can be done again: a night that was killed goes on.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from aberration.campaign.nights.records import Kept, KnownBug, News, Night, SliceDone
from aberration.core import files
from aberration.core.errors import BadInput
from aberration.core.files import HeldByAnother, hold_file, write_whole

LOCK, KNOWN, FINDINGS, NIGHT = "nights.lock", "known.json", "findings", "night.json"
NEWS, TOLD, REPLAY, PLAN, DONE = "news.json", "told.json", "replay.json", "plan.json", "done.json"
CAMPAIGN, BUGS, CASE, LEFTOVERS = "campaign", "bugs", "case", "leftovers.json"
_NIGHT = re.compile(r"\d{4,}")
Record = TypeVar("Record")


@contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Hold the folder of nights; raise `BadInput` naming the process that holds it already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = hold_file(folder / LOCK)
    except OSError as error:
        raise BadInput(f"cannot be written to: {error.strerror}", where=str(folder)) from None
    except HeldByAnother as error:
        raise BadInput(
            f"another night runs in this folder (process {error.holder or 'unknown'})",
            where=str(folder),
            hint="Wait for its end, or give this one a folder of its own.",
        ) from None
    try:
        yield
    finally:
        os.close(handle)


def write_json(path: Path, record: object) -> None:
    """Write a record into a folder that is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write_json(path, record)


def read_json(path: Path, kind: type[Record]) -> Record | None:
    """Return a record, None where there is no such file; raise `BadInput` for a broken one."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"expected a file of a night, but {error}", where=str(path)) from None


class NightsFolder:
    """Reads and writes the folder of all nights."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def night(self, number: int) -> Path:
        """Return the folder of a night."""
        return self.root / f"{number:04d}"

    def slice(self, night: int, number: int) -> Path:
        """Return the folder of a slice."""
        return self.night(night) / f"slice-{number:02d}"

    def nights(self) -> list[Night]:
        """Return all nights that were begun, the first one first."""
        if not self.root.is_dir():
            return []
        names = sorted(
            (one.name for one in self.root.iterdir() if _NIGHT.fullmatch(one.name)), key=int
        )
        found = [read_json(self.root / name / NIGHT, Night) for name in names]
        return [one for one in found if one is not None]

    def is_over(self, night: Night) -> bool:
        """Return whether a night has told all that it had to tell."""
        return (self.night(night.number) / TOLD).is_file()

    def news(self, night: int) -> News | None:
        """Return what a night found out, None before its end."""
        return read_json(self.night(night) / NEWS, News)

    def slices(self, night: int) -> list[SliceDone]:
        """Return the slices of a night that are done, in order."""
        found = [read_json(path, SliceDone) for path in self.night(night).glob(f"slice-*/{DONE}")]
        there = [one for one in found if one is not None]
        return sorted(there, key=lambda one: one.number)

    def known_bugs(self) -> list[KnownBug]:
        """Return the bugs that are known."""
        return read_json(self.root / KNOWN, list[KnownBug]) or []

    def write_known(self, bugs: list[KnownBug]) -> None:
        """Write the bugs that are known."""
        write_json(self.root / KNOWN, bugs)

    def keep(self, kept: Kept) -> None:
        """Keep a finding; the same one again changes nothing."""
        path = self.root / FINDINGS / f"{kept.finding.id}.msgpack"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.msgpack.encode(kept))

    def findings(self) -> list[Kept]:
        """Return the findings of all nights, by id."""
        paths = sorted((self.root / FINDINGS).glob("*.msgpack"))
        return [_decode(path) for path in paths]

    def finding(self, identifier: str) -> Kept | None:
        """Return one finding, None where it was deleted."""
        path = self.root / FINDINGS / f"{identifier}.msgpack"
        return _decode(path) if path.is_file() else None


def _decode(path: Path) -> Kept:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Kept)
    except msgspec.DecodeError as error:
        raise BadInput(f"expected a finding of a night, but {error}", where=str(path)) from None
