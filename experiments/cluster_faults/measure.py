"""Run one campaign quietly in one process, and once more on a cluster while faults strike it:
`python -m experiments.cluster_faults.measure [--faults 200] [--workers 4] [--seed 40]`, with `src`
and `tests` on the path. Exit status 1 where the stores differ, or where not so many faults hit.

A fault strikes whenever some more tests are stored, so that each finds a campaign that goes on;
some come together. Which, where and for how long is drawn from the seed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
from experiments.cluster_faults.kinds import Fault, Kind, kinds_for
from experiments.cluster_faults.machines import INSIDE, inside_namespaces, may_isolate
from experiments.cluster_faults.site import Part, Site
from helpers.word_campaigns import Contents, WordCampaigns, contents
from helpers.wordplay import HARMLESS, TRIGGERS

from aberration.campaign.machines import VERSION_PREFIX

RESULT: Final = Path(__file__).parent / "result.json"
WORDS: Final = " ".join([*HARMLESS, *HARMLESS, *TRIGGERS[:2]])
"""Most variants are right: each wrong one is looked at in new processes."""
DELAY: Final = "0.02"
"""Seconds that a compiler of words takes."""
TESTS_A_FAULT: Final = 3
BURST: Final = 5
TICK: Final = 0.05
MOST_SECONDS: Final = 4800.0
MOST_ALIKE: Final = 12
"""Tries to find something to strike, at each moment."""


class OfKind(msgspec.Struct):
    """Faults of a kind: how many struck, and how many of them hit something."""

    struck: int = 0
    hit: int = 0


class Result(msgspec.Struct, frozen=True):
    """What happened: `equal` tells of each table whether it is that of the quiet campaign, `exits`
    how often the coordinator ended with which code and words, `left` how many processes outlived
    the cluster.
    """

    seed: int
    isolated: bool
    workers: int
    tests: int
    findings: int
    seconds: float
    quiet_seconds: float
    faults: dict[str, OfKind]
    starts: dict[str, int]
    exits: dict[str, int]
    left: int
    equal: dict[str, bool]

    @property
    def hits(self) -> int:
        """Return how many faults hit something."""
        return sum(one.hit for one in self.faults.values())


class Storm:
    """Strikes a site until so many faults have hit."""

    def __init__(self, site: Site, wanted: int, draw: random.Random) -> None:
        self._site = site
        self._wanted = wanted
        self._draw = draw
        self._kinds = kinds_for(site.coordinator.machine)
        self._next = TESTS_A_FAULT
        self._lasting: list[Fault] = []
        self.faults = {kind.name: OfKind() for kind in self._kinds}

    def run(self) -> None:
        """Let the campaign come to its end, whatever strikes it; raise `TimeoutError` where it
        does not.
        """
        until = time.monotonic() + MOST_SECONDS
        while not self._site.is_done:
            if time.monotonic() > until:
                raise TimeoutError("the campaign does not come to its end")
            self._site.tend()
            self._undo(time.monotonic())
            if self._missing() > 0 and self._site.stored() >= self._next:
                self._strike_some()
            time.sleep(TICK)
        self._undo(float("inf"))

    def _missing(self) -> int:
        hits = sum(one.hit for one in self.faults.values())
        return self._wanted - hits - len(self._lasting)

    def _strike_some(self) -> None:
        self._next = self._site.stored() + TESTS_A_FAULT
        burst = min(self._missing(), self._draw.randint(1, BURST))
        struck = sum(self._strike() for _ in range(burst))
        self._next += TESTS_A_FAULT * max(0, struck - 1)

    def _strike(self) -> bool:
        weights = [kind.weight for kind in self._kinds]
        for _ in range(MOST_ALIKE):
            (kind,) = self._draw.choices(self._kinds, weights)
            part = self._choose_part(kind)
            fault = None if part is None else kind.strike(kind.name, self._site, part, self._draw)
            if fault is not None:
                fault.part.is_struck = True
                self._lasting.append(fault)
                self.faults[kind.name].struck += 1
                return True
        return False

    def _choose_part(self, kind: Kind) -> Part | None:
        fitting = [
            part
            for part in self._site.parts
            if part.role.startswith(kind.role) and not part.is_struck
        ]
        return self._draw.choice(fitting) if fitting else None

    def _undo(self, now: float) -> None:
        for fault in list(self._lasting):
            if now < fault.until and not fault.is_seen():
                continue
            self._lasting.remove(fault)
            fault.part.is_struck = False
            hit = fault.undo()
            self.faults[fault.kind].hit += hit
            print(f"{self._site.stored()} tests, {fault.kind}: hit {hit}", flush=True)


def compare(quiet: Path, struck: Path) -> dict[str, bool]:
    """Return of each table, and of the files of the cases, whether they are the same."""
    one, other = contents(quiet), contents(struck)
    rows, others = _rows(one), _rows(other)
    equal = {name: rows[name] == others.get(name) for name in rows}
    equal["bodies of findings"] = one.findings == other.findings
    equal["evidence of findings"] = one.evidence == other.evidence
    equal["files of cases"] = _files(quiet / "cases") == _files(struck / "cases")
    return equal


def _rows(found: Contents) -> dict[str, list[str]]:
    """Return the rows of each table; only a campaign of a cluster has versions of targets in the
    table of versions (that of the health of targets has them in both).
    """
    mark = repr(VERSION_PREFIX).rstrip("'")
    kept = [row for row in found.rows["versions"] if mark not in row]
    return {**found.rows, "versions": kept}


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def measure(folder: Path, faults: int, workers: int, seed: int, *, isolated: bool) -> Result:
    """Run both campaigns below a folder, and compare them."""
    campaigns = WordCampaigns(folder / "words")
    campaigns.environment["WORDPLAY_DELAY"] = DELAY
    # Twice as many: not each fault hits.
    tests = TESTS_A_FAULT * (2 * faults + 4)
    configuration = campaigns.configuration(tests=tests, words=WORDS)
    began = time.monotonic()
    ran = campaigns.run(
        "fuzz", configuration, "--no-reduce", "-o", folder / "quiet", limit=MOST_SECONDS
    )
    assert ran.code == 1, ran.err
    quiet_seconds = time.monotonic() - began
    draw = random.Random(seed)
    site = Site(folder, campaigns, configuration, workers, draw, isolated=isolated)
    storm = Storm(site, faults, draw)
    began = time.monotonic()
    try:
        storm.run()
    finally:
        left = site.end()
        (folder / "told.txt").write_text("\n".join(site.told()))
    seconds = time.monotonic() - began
    result = Result(
        seed=seed,
        isolated=isolated,
        workers=workers,
        tests=tests,
        findings=len(contents(site.output).findings),
        seconds=round(seconds, 1),
        quiet_seconds=round(quiet_seconds, 1),
        faults=storm.faults,
        starts={part.role: part.starts for part in site.parts},
        exits=dict(sorted(Counter(_in_short(*one) for one in site.exits).items())),
        left=len(left),
        equal=compare(folder / "quiet", site.output),
    )
    for part in site.parts:
        part.machine.take_disk_away()
    return result


def _in_short(code: int, line: str) -> str:
    return f"exit {code}" if code in (0, 1, -9) else f"exit {code}: {line}"


def main() -> int:
    """Measure, and write the result."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=40)
    parser.add_argument("--result", type=Path, default=RESULT)
    parser.add_argument("--folder", type=Path, help="kept; default: a temporary folder")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    isolated = INSIDE in os.environ
    if not isolated and may_isolate():
        return inside_namespaces(["-m", "experiments.cluster_faults.measure", *sys.argv[1:]])
    # A disk that is still there cannot be removed: it ends with the namespace.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place) if asked.folder is None else asked.folder
        result = measure(folder, asked.faults, asked.workers, asked.seed, isolated=isolated)
    asked.result.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    print(asked.result.read_text())
    if not isolated:
        print("These machines had no network and no disk of their own: nobody may make them here.")
    bad = [name for name, same in result.equal.items() if not same]
    if bad or result.left or result.hits < asked.faults:
        print(f"not equal: {bad}; {result.left} processes left; {result.hits} faults hit")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
