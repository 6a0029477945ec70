"""What is kept of the experiments: a line of JSON for each run of a configuration, and for each
reduction.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from aberration.core.recipe import Step

HERE: Final = Path(__file__).parent
TESTS: Final = HERE / "tests.jsonl"
REDUCTIONS: Final = HERE / "reductions.jsonl"

Row = TypeVar("Row")


class TestLine(msgspec.Struct, frozen=True):
    """One test: its steps, what it cost, and what it showed first in its run, by target a
    signature.

    `made` are processor seconds of our own, `ran` the seconds inside each driver; `ran` has no
    mutants, as a mutant costs what the driver behind it does. `explained`: why violations are no
    bugs of the compiler, by target.
    """

    __test__ = False

    steps: int
    made: float
    ran: dict[str, float] = {}
    shown: dict[str, str] = {}
    explained: dict[str, str] = {}


class RunLine(msgspec.Struct, frozen=True):
    """The tests of one run of a configuration, or why it has none."""

    configuration: str
    run: int
    seed: str
    tests: tuple[TestLine, ...] = ()
    refused: str = ""


class Chosen(msgspec.Struct, frozen=True):
    """A finding of the hunt."""

    target: str
    configuration: str
    run: int
    variant: int


class ReductionLine(Chosen, frozen=True):
    """One reduction: the finding, and its smallest case.

    `delta` are the instructions that the variant has more than its reference, `tries` the cases
    tried to drop steps, `attempts` all cases tried by the reducer, `runs` the programs that targets
    ran (to confirm, to reduce, to look for explanations), `seconds` wall time, `own` processor
    seconds of ours, those of the targets not counted. `shown_by` are the mutants that each by
    itself go wrong with the smallest case. What is set aside has only the `reason`.
    """

    kind: str = ""
    signature: str = ""
    reason: str = ""
    seed: str = ""
    steps_before: int = 0
    delta_before: int = 0
    delta: int = 0
    tries: int = 0
    attempts: int = 0
    runs: int = 0
    seconds: float = 0.0
    own: float = 0.0
    steps: tuple[Step, ...] = ()
    shown_by: tuple[str, ...] = ()


def read(path: Path, row: type[Row]) -> list[Row]:
    """Return the rows of a file; none if there is no such file."""
    return list(_rows(path, row)) if path.exists() else []


def _rows(path: Path, row: type[Row]) -> Iterator[Row]:
    for line in path.read_bytes().splitlines():
        yield msgspec.json.decode(line, type=row)


def append(path: Path, row: msgspec.Struct) -> None:
    """Add a row at the end of a file."""
    with path.open("ab") as stream:
        stream.write(msgspec.json.encode(row) + b"\n")
