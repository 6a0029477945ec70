"""What is kept of the measurement, in `runs.jsonl`: a line for each campaign."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

HERE: Final = Path(__file__).parent
RUNS: Final = HERE / "runs.jsonl"


class Found(msgspec.Struct, frozen=True):
    """A finding of wrong code on a target: after how many tests and minutes of processor it came,
    and the known bugs, by name and compiler, that it is (`same`, `likely`, `perhaps`), or none
    (`other`); `unreduced` where it had no time to be reduced. `told` is what each version of the
    compiler does with its reduced case.
    """

    id: str
    target: str
    tests: int
    minutes: float
    answer: str
    bugs: tuple[str, ...] = ()
    told: dict[str, str] = {}


class Run(msgspec.Struct, frozen=True):
    """The campaign of one method on all versions: its tests, and the minutes of processor for
    them; those `before` the first test of each call (self-test, opening of drivers) are apart.

    `reached`: how many outcomes each target gave. `known`: the targets on which each known bug
    shows whose language the method speaks, by the bug's name and compiler.
    `other_kinds` are findings that are no wrong code.
    """

    method: str
    seed: int
    tests: int
    minutes: float
    before: float
    reached: dict[str, int]
    known: dict[str, tuple[str, ...]]
    found: tuple[Found, ...] = ()
    other_kinds: dict[str, int] = {}


def key_of(name: str, family: str) -> str:
    """Return what stands for a known bug of one compiler."""
    return f"{name} ({family})"


def kept(path: Path = RUNS) -> list[Run]:
    """Return the campaigns."""
    return [msgspec.json.decode(line, type=Run) for line in path.read_bytes().splitlines()]


def keep(runs: Sequence[Run], path: Path = RUNS) -> None:
    """Write the campaigns, in place of what is there."""
    path.write_bytes(b"".join(msgspec.json.encode(run) + b"\n" for run in runs))
