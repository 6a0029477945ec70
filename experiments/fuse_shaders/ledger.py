"""What campaigns of fused programs showed on drivers: a record for each, in a JSON file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

KEPT: Final = Path(__file__).parent / "drivers.json"


class Violation(msgspec.Struct, frozen=True):
    """What a target did wrong in a test; `reason` where triage set it aside, `relation` of a fused
    program.

    Where it was asked, `right` and `wrong` are the other targets that run the program, and `bug` is
    a known one without which the target is right.
    """

    test: int
    target: str
    kind: str
    signature: str
    reason: str = ""
    relation: str = ""
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    bug: str = ""


class Record(msgspec.Struct, frozen=True):
    """A campaign of one setting: tests that were run, seconds, and all violations; `seeds` are the
    names of folders that it took in place of the corpus.
    """

    group: str
    setting: str
    seed: int
    tests: int
    seconds: float
    violations: tuple[Violation, ...]
    seeds: tuple[str, ...] = ()


def folder_of(record: Record, output: Path) -> Path:
    """Return where the campaign of a record is."""
    return output / folder_name(record.group, record.setting, record.seeds, record.seed)


def folder_name(group: str, setting: str, seeds: Sequence[str], rng_seed: int) -> str:
    """Return the name of a campaign's folder."""
    return "-".join([group, setting, *seeds, str(rng_seed)]).replace(" ", "-")


def read_records(file: Path = KEPT) -> list[Record]:
    """Return what was run so far."""
    return msgspec.json.decode(file.read_bytes(), type=list[Record]) if file.is_file() else []


def write_records(records: Sequence[Record], file: Path = KEPT) -> None:
    """Write all that was run."""
    file.write_bytes(msgspec.json.format(msgspec.json.encode(records), indent=1) + b"\n")
