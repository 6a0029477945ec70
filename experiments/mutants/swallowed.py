"""Which share of true bugs is put away, and by which reason.

    python -m experiments.mutants.swallowed [--findings 2000] [--tests 60] [--seed 0] [--only NAME
    ...] [--output FILE]

Each mutant of SPIR-V, those of floats included, is hunted alone by `transform` with the default
settings, until there are so many violations of its own in all. A violation is the mutant's own if
the mutant changes the program that shows it, or dies or hangs; what is put away of those, or held
against the driver behind it, is a true bug that is lost.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

import msgspec

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.reasons import FINDINGS, VIOLATIONS, name_of
from aberration.core.finding import Finding
from aberration.core.oracle import roles_of
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS
from aberration.targets.mutants.catalogue import MUTANTS, mutant_named
from aberration.targets.mutants.mutant import PlantedCrash, PlantedHang
from aberration.targets.mutants.targets import IDENTITY
from aberration.targets.runners.spirv.mutant import ALL, apply_mutant

BLAMED = "held against the driver"
KEPT = ("new", "reduced", "waiting")
"""What waits behind a first finding of its run is looked at when that is reduced."""
NAMES = tuple(f"mutant-{one.name}" for one in (*MUTANTS, *FLOAT_MUTANTS))


class Swallowed(msgspec.Struct, frozen=True):
    """What becomes of one mutant's own violations: how many there are, and how many are lost by
    each reason.

    `told` has the id and the sentence of each that is lost; `unmade` counts by reason those that
    made no finding.
    """

    mutant: str
    tests: int
    violations: int
    lost: dict[str, int]
    told: tuple[str, ...] = ()
    unmade: dict[str, int] = {}


def swallowed(
    mutant: str, tests: int, seed: int, wanted: int, driver: frozenset[int] = frozenset()
) -> Swallowed:
    """Hunt one mutant until there are so many violations of its own, or the tests are used up.

    In the tests of `driver` the driver goes wrong without any mutant.
    """
    with tempfile.TemporaryDirectory() as output:
        configuration = FuzzConfiguration(
            methods=("transform",),
            targets=(mutant,),
            tests=tests,
            rng_seed=seed,
            jobs=1,
            output=output,
        )
        prepared = prepare(configuration, lambda event: None)
        store = Store.in_folder(Path(output))
        store.create(Header(prepared.job.configuration, prepared.digest))
        executor, run = Executor(prepared.job), 0
        variants = prepared.job.setting.methods[0].variants
        own: list[Finding] = []
        try:
            while run * variants < tests and len(own) < wanted:
                record = executor.run(run)
                store.record(record, 0.0)
                own += [one.finding for one in record.found if is_own(mutant, one.finding, driver)]
                run += 1
        finally:
            executor.close()
        counted = store.put_away()
        store.close()
    lost = {one.id: fate_of(mutant, one) for one in own}
    gone = {one.id: f"{one.id}: {lost[one.id]}: {one.reason}" for one in own if lost[one.id]}
    unmade = {one.name: counted[one.name] for one in VIOLATIONS if one.name in counted}
    return Swallowed(
        mutant,
        run * variants,
        len(own),
        dict(Counter(filter(None, lost.values()))),
        tuple(gone.values()),
        unmade,
    )


def is_own(mutant: str, finding: Finding, driver: frozenset[int]) -> bool:
    """Say whether the mutant does something to the program that shows a finding.

    What is held against the driver may be the mutant's too, but for the tests in which the driver
    is wrong anyway.
    """
    if finding.target != mutant or mutant == IDENTITY:
        return finding.test not in driver
    planted = mutant_named(mutant.removeprefix("mutant-"), ALL)
    for role in roles_of(finding.case.oracle):
        source = finding.case.programs[role].source
        try:
            if apply_mutant(planted, source) != source:
                return True
        except (PlantedCrash, PlantedHang):
            return True
    return False


def fate_of(mutant: str, finding: Finding) -> str:
    """Return by what a violation is lost; nothing for one that is reported, as the mutant's."""
    if finding.target != mutant:
        return BLAMED
    return "" if finding.state in KEPT else name_of(finding.reason, FINDINGS)


def table(rows: list[Swallowed]) -> str:
    """Return what all mutants come to, by reason."""
    violations = sum(row.violations for row in rows)
    lost: Counter[str] = Counter()
    for row in rows:
        lost.update(row.lost)
    lines = [f"{violations} true violations by {len(rows)} mutants, {lost.total()} lost"]
    lines += [
        f"  {name:30} {count:4}  {count / max(violations, 1):.2%}"
        for name, count in lost.most_common()
    ]
    return "\n".join(lines)


def main() -> None:
    """Hunt all, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--findings", type=int, default=2000)
    parser.add_argument("--tests", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    names = options.only or NAMES
    driver = frozenset(
        int(told[:6]) for told in swallowed(IDENTITY, options.tests, options.seed, 10**6).told
    )
    print(f"the driver itself goes wrong in {len(driver)} tests", flush=True)
    rows: list[Swallowed] = []
    for place, name in enumerate(names):
        left = options.findings - sum(row.violations for row in rows)
        row = swallowed(
            name, options.tests, options.seed, max(1, left // (len(names) - place)), driver
        )
        rows.append(row)
        print(
            f"{row.mutant:36} tests {row.tests:4}  violations {row.violations:4}  lost {row.lost}",
            flush=True,
        )
        for told in row.told:
            print(f"  {told}", flush=True)
    print(table(rows))
    if options.output:
        options.output.write_text(json.dumps(msgspec.to_builtins(rows), indent=1) + "\n")


if __name__ == "__main__":
    main()
