"""What is kept of the measurement, in `runs.jsonl`: a line for each campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

HERE: Final = Path(__file__).parent
RUNS: Final = HERE / "runs.jsonl"


class Found(msgspec.Struct, frozen=True):
    """A reduced finding of wrong code: after how many tests and minutes of executors it came, and
    the known bugs that it is (`same`), or is perhaps, or none (`other`). `told` is what each
    version of the compiler does with its reduced case.
    """

    id: str
    tests: int
    minutes: float
    answer: str
    bugs: tuple[str, ...]
    told: dict[str, str]


class Run(msgspec.Struct, frozen=True):
    """One campaign of one method on one target: its `budget` in seconds, what it did, and the
    known bugs that the target shows.

    `beside` is the target that it was compared with, where the method compares. `unreduced`
    findings of wrong code had no time left and are asked nothing. `failed` says why the campaign
    tested nothing, where it did not.
    """

    target: str
    version: str
    method: str
    seed: int
    budget: int
    tests: int
    minutes: float
    known: tuple[str, ...]
    found: tuple[Found, ...] = ()
    unreduced: int = 0
    other_kinds: dict[str, int] = {}
    failed: str = ""
    beside: str = ""

    @property
    def key(self) -> tuple[str, str, int, int]:
        """Return what makes a campaign: it is run once."""
        return self.target, self.method, self.seed, self.budget


def kept(path: Path = RUNS) -> list[Run]:
    """Return the campaigns so far; a line that a kill cut off is left out."""
    if not path.is_file():
        return []
    runs = []
    for line in path.read_bytes().splitlines():
        try:
            runs.append(msgspec.json.decode(line, type=Run))
        except msgspec.DecodeError:
            continue
    return runs


def keep(run: Run, path: Path = RUNS) -> None:
    """Add a campaign, on a line of its own whatever was cut off before."""
    text = path.read_bytes() if path.is_file() else b""
    line_end = b"" if text.endswith(b"\n") or not text else b"\n"
    with path.open("ab") as stream:
        stream.write(line_end + msgspec.json.encode(run) + b"\n")
