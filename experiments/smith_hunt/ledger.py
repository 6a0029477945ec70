"""What was run so far: one record for each campaign of a lane, in `ledger.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

LEDGER: Final = Path(__file__).parent / "ledger.json"
AND: Final = " and "
"""Between the bugs of a finding that shows two."""
UNKNOWN: Final = ""
"""The name of a bug whose cause is not known yet."""


class Found(msgspec.Struct, frozen=True):
    """A finding: the number of its test, and the bug in docs/bugs.md that it turned out to be.

    Where triage set it aside, `reason` is the name of the reason (docs/triage.md).
    """

    id: str
    test: int
    target: str
    kind: str
    signature: str = ""
    reason: str = ""
    bug: str = UNKNOWN


class Record(msgspec.Struct, frozen=True):
    """One campaign: `targets` with their versions, `smith` the version of the method, `tests`
    those that gave a verdict, `verdicts` their number by target and kind.
    """

    lane: str
    seed: int
    preset: str
    smith: int
    targets: dict[str, str]
    tests: int
    seconds: float
    statuses: dict[str, int]
    verdicts: dict[str, dict[str, int]]
    put_away: dict[str, int]
    findings: tuple[Found, ...] = ()

    @property
    def key(self) -> tuple[str, int, int]:
        """Return what no two records have in common: nothing is run twice."""
        return (self.lane, self.seed, self.smith)


def read_ledger(path: Path = LEDGER) -> list[Record]:
    """Return the records, in the order of their making."""
    if not path.is_file():
        return []
    return msgspec.json.decode(path.read_bytes(), type=list[Record])


def write_ledger(records: Sequence[Record], path: Path = LEDGER) -> None:
    """Write the records; a line for each key of each, so that two sessions' ledgers merge."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(records), indent=1) + b"\n")


def name_findings(
    records: Iterable[Record], lane: str, seed: int, names: Mapping[str, str]
) -> list[Record]:
    """Return the records with bugs for findings of a lane's campaign, by the findings' ids.

    Raises `KeyError` for an id that no finding of it has.
    """
    left = dict(names)
    changed = []
    for record in records:
        if (record.lane, record.seed) == (lane, seed):
            found = [
                msgspec.structs.replace(one, bug=left.pop(one.id)) if one.id in left else one
                for one in record.findings
            ]
            record = msgspec.structs.replace(record, findings=tuple(found))
        changed.append(record)
    if left:
        raise KeyError(f"no finding of {lane} {seed}: {', '.join(sorted(left))}")
    return changed


def named_findings(records: Iterable[Record], lane: str, seed: int) -> list[str]:
    """Return the ids of the findings of a lane's campaign that have a name."""
    own = (record for record in records if (record.lane, record.seed) == (lane, seed))
    return [found.id for record in own for found in record.findings if found.bug]


def by_bug(records: Iterable[Record]) -> dict[str, list[tuple[Record, Found]]]:
    """Return the findings of each bug, in the order of the ledger."""
    bugs: dict[str, list[tuple[Record, Found]]] = {}
    for record in records:
        for found in record.findings:
            for bug in found.bug.split(AND):
                bugs.setdefault(bug, []).append((record, found))
    return bugs


def verdicts_of(records: Iterable[Record]) -> Counter[str]:
    """Return how many verdicts of each kind there are over all targets."""
    counted: Counter[str] = Counter()
    for record in records:
        for kinds in record.verdicts.values():
            counted.update(kinds)
    return counted
