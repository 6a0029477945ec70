"""Which bugs of real compilers do random shaders show?

    python -m experiments.smith_hunt run LANE --seeds 1 2 3 --tests 500 --output DIR
    python -m experiments.smith_hunt explain LANE SEED --output DIR
    python -m experiments.smith_hunt name LANE SEED FINDING=BUG...
    python -m experiments.smith_hunt table

`run` makes a campaign of each seed in DIR/LANE-SEED and appends its record to the ledger; a lane
and seed that the ledger has for this version of smith are left out. Findings are not reduced:
`aberration reduce DIR/LANE-SEED ID` does that. `explain` writes the program of each
finding so that a known bug has nothing to hold on to, and names those that are right then. `name`
writes down which bug a finding turned
out to be. `table` writes the tables of the README.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from aberration.campaign.events import Event, Found, Note
from aberration.cli.interrupts import ending_gently
from aberration.methods.smith.method import VERSION

from .campaigns import run_lane
from .explaining import explanations
from .lanes import LANES
from .ledger import name_findings, named_findings, read_ledger, write_ledger
from .report import write_tables


def tell(event: Event) -> None:
    """Print what is worth a line."""
    if isinstance(event, Note):
        print(event.text, flush=True)
    if isinstance(event, Found):
        finding = event.finding
        print(finding.id, finding.target, finding.verdict.kind, finding.state, finding.reason)


def run(lane: str, seeds: list[int], tests: int, output: Path) -> int:
    """Run the campaigns of a lane that the ledger does not have."""
    with ending_gently("stopped") as stopped:
        for seed in seeds:
            if any(record.key == (lane, seed, VERSION) for record in read_ledger()):
                print(f"{lane} {seed}: in the ledger already")
                continue
            if stopped():
                return 1
            record = run_lane(LANES[lane], seed, tests, output / f"{lane}-{seed}", tell, stopped)
            write_ledger([*read_ledger(), record])
            print(f"{lane} {seed}: {record.tests} programs, {len(record.findings)} findings")
    return 0


def explain(lane: str, seed: int, output: Path) -> int:
    """Name the findings of a campaign that vanish where a known bug has nothing to hold on to.

    A finding that has a name keeps it: a reduction says more.
    """
    names = {}
    for finding, bug in explanations(output / f"{lane}-{seed}"):
        print(f"{finding.id}: {bug or 'not known'}", flush=True)
        if bug:
            names[finding.id] = bug
    records = read_ledger()
    for known in named_findings(records, lane, seed):
        names.pop(known, "")
    write_ledger(name_findings(records, lane, seed, names))
    return 0


def main(arguments: list[str]) -> int:
    """Run a lane, name findings, or write the tables."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("lane", choices=list(LANES))
    running.add_argument("--seeds", type=int, nargs="+", required=True)
    running.add_argument("--tests", type=int, default=500)
    running.add_argument("--output", type=Path, required=True)
    explaining = commands.add_parser("explain")
    explaining.add_argument("lane", choices=list(LANES))
    explaining.add_argument("seed", type=int)
    explaining.add_argument("--output", type=Path, required=True)
    naming = commands.add_parser("name")
    naming.add_argument("lane", choices=list(LANES))
    naming.add_argument("seed", type=int)
    naming.add_argument("names", nargs="+", metavar="FINDING=BUG")
    commands.add_parser("table")
    asked = parser.parse_args(arguments)
    if asked.command == "run":
        return run(asked.lane, asked.seeds, asked.tests, asked.output)
    if asked.command == "explain":
        return explain(asked.lane, asked.seed, asked.output)
    if asked.command == "name":
        pairs = (name.partition("=") for name in asked.names)
        names = {finding: bug for finding, _, bug in pairs}
        write_ledger(name_findings(read_ledger(), asked.lane, asked.seed, names))
        return 0
    write_tables(read_ledger())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
