"""The folder of all nights: what is in it, who may write to it, and which night is to go on.

    nights.lock            held by the night that runs
    campaign.sqlite        the store of all nights, unless night.toml names a database
    artifacts/             its big things, a folder for each slice
    0001/night.json        a night that was begun
    0001/replay.json       the known bugs that it replayed so far
    0001/leftovers.json    the slices of former nights whose findings it went on to reduce
    0001/slice-01/         a slice: plan.json, the cases and logs of its campaign, done.json
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

from aberration.campaign.nights.records import News, Night, SliceDone, Taken
from aberration.core import files
from aberration.core.errors import BadInput
from aberration.core.files import HeldByAnother, hold_file

LOCK, NIGHT = "nights.lock", "night.json"
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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
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

    def later_nights(self) -> dict[str, int]:
        """Return the findings of former nights that a later one took up, each with the last such
        night.
        """
        found: dict[str, int] = {}
        for night in self.nights():
            taken = read_json(self.night(night.number) / LEFTOVERS, Taken) or Taken()
            found |= dict.fromkeys(taken.findings, night.number)
        return found

    def told_names(self) -> dict[str, str]:
        """Return by what name a bug was told first, by the finding that it was told with."""
        found: dict[str, str] = {}
        for night in self.nights():
            news = self.news(night.number)
            for bug in news.new if news is not None else ():
                found.setdefault(bug.finding, bug.id)
        return found
