"""Campaigns with default settings on each float mutant and each legal compiler.

    python -m experiments.float_mutants.hunt [--tests 60] [--seed 0] [--only NAME ...] [--output
    FILE] [FOLDER ...]

Each is hunted alone by `transform`, on the bundled seeds, the shaders beside this file and those in
the folders, until the tests are used up; an illegal one only until it is found. Prints for each
after how many tests it was found, how many findings there are, and what was put away, by reason.
Nothing may be reported of a legal one.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import msgspec

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.store import Header, Store
from aberration.campaign.summary import summarise
from aberration.core.finding import Finding
from aberration.core.inputs import write_inputs
from aberration.core.testcase import save_case
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS

from .seeds import OWN, seeds_in

METHOD = "transform"


class Hunted(msgspec.Struct, frozen=True):
    """What came of one compiler: the first test that shows it (from 1), findings, and what was
    put away by reason.
    """

    target: str
    tests: int
    first: int | None
    findings: int
    put_away: dict[str, int]
    reports: tuple[str, ...] = ()


def hunt(target: str, tests: int, seed: int, folder: Path, kept: Path | None = None) -> Hunted:
    """Hunt one compiler on the bundled seeds and those in a folder; `kept` is where its
    findings are saved.
    """
    with tempfile.TemporaryDirectory() as output:
        configuration = FuzzConfiguration(
            methods=(METHOD,),
            targets=(target,),
            seeds=(str(folder),),
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
        is_legal = target.startswith("legal-")
        try:
            while run * variants < tests and (is_legal or not reported(store)):
                store.record(executor.run(run), 0.0)
                run += 1
        finally:
            executor.close()
        found = reported(store)
        summary = summarise(store, Path(output))
        store.close()
    if kept is not None:
        for one in found:
            save_case(one.case, kept / target / one.id)
    first = min((one.test + 1 for one in found), default=None)
    told = tuple(f"{one.id}: {one.verdict.kind} {one.verdict.detail}" for one in found)
    return Hunted(target, run * variants, first, len(found), summary.put_away, told)


def reported(store: Store) -> list[Finding]:
    """Return the findings that nothing explains."""
    return [one for one in store.findings() if one.state not in ("set-aside", "waiting")]


def write_seeds(folders: tuple[Path, ...], into: Path) -> int:
    """Write the seeds in folders as modules with their inputs beside; return how many there are."""
    into.mkdir(parents=True, exist_ok=True)
    count = 0
    for seed in seeds_in(folders):
        (into / f"{seed.name}.spv").write_bytes(seed.source)
        (into / f"{seed.name}.json").write_bytes(write_inputs(seed.inputs))
        count += 1
    return count


def main() -> None:
    """Hunt all, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--tests", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--kept", type=Path, help="a folder for the cases that are reported")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    names = [f"mutant-{one.name}" for one in FLOAT_MUTANTS] + [one.name for one in LEGAL_COMPILERS]
    rows: list[Hunted] = []
    with tempfile.TemporaryDirectory() as folder:
        count = write_seeds((OWN, *options.folders), Path(folder))
        print(f"{count} seeds beside the bundled ones", flush=True)
        for name in names:
            if options.only and name not in options.only:
                continue
            row = hunt(name, options.tests, options.seed, Path(folder), options.kept)
            rows.append(row)
            told = (
                f"{row.target:36} tests {row.tests:4}  first {row.first!s:>5}  findings "
                f"{row.findings:3}"
            )
            print(f"{told}  {row.put_away}", flush=True)
            for told in row.reports if name.startswith("legal-") else ():
                print(f"  reported: {told}", flush=True)
    if options.output:
        options.output.write_text(json.dumps(msgspec.to_builtins(rows), indent=1) + "\n")


if __name__ == "__main__":
    main()
