"""How soon each planted bug is found, how small its tests become, and how many reports it gives.

    python experiments/mutants/hunt.py [--method emi] [--tests 300] [--findings 20] [--jobs 2]
    [--seed 0]
        [--first] [NAME ...]

Each mutant is hunted alone, with the default settings of the method (`transform`, unless another is
named) and the bundled seeds, those that only textures show with shaders that have some, until it
has the wanted number of findings or the tests are used up. Prints one row for each, and writes
`result.json`, for another method `result-METHOD.json`. With `--first` each hunt ends at the first
finding, and nothing is reduced.
"""

import argparse
import json
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from experiments.transform_soundness.textured import FOLDER

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.pipeline import bugs_of, reduce_findings
from aberration.core.finding import Finding
from aberration.core.recipe import step_types
from aberration.dedup.bugs import Bug
from aberration.methods.registry import method_named
from aberration.targets.float_mutants.targets import ILLEGAL_GROUP
from aberration.targets.mutants.targets import TEXTURES_GROUP
from aberration.targets.registry import discover


class Hunted(msgspec.Struct, frozen=True):
    """What came of one mutant: the first test that shows it (from 1), lengths of reduced sequences,
    reports, and those of them that are not marked as perhaps another.

    `tests` is how many were made in all, `tries` how many runs each sequence took to become short.
    """

    mutant: str
    first: int | None
    findings: int
    lengths: tuple[int, ...]
    reports: int
    sure: int
    types: tuple[tuple[str, ...], ...]
    tests: int = 0
    tries: tuple[int, ...] = ()


def hunt(
    mutant: str, tests: int, wanted: int, seed: int, method: str = "transform", reduce: bool = True
) -> Hunted:
    """Hunt one mutant; `wanted` findings end the hunt early."""
    configuration = FuzzConfiguration(
        methods=(method,),
        targets=(mutant,),
        seeds=_seeds_for(mutant),
        tests=tests,
        rng_seed=seed,
        jobs=1,
        confirmations=1,
    )
    with tempfile.TemporaryDirectory() as folder:
        configuration = msgspec.structs.replace(configuration, output=folder)
        prepared = prepare(configuration, lambda event: None)
        store = Store.in_folder(Path(folder))
        store.create(Header(prepared.job.configuration, prepared.digest))
        executor, run = Executor(prepared.job), 0
        try:
            while (
                run * prepared.job.setting.methods[0].variants < tests
                and _confirmed(store, mutant) < wanted
            ):
                store.record(executor.run(run), 0.0)
                run += 1
        finally:
            executor.close()
        found = [finding for finding in store.findings() if finding.target == mutant]
        targets = {target.id: target for target in discover() if target.id == mutant}
        if reduce:
            reduce_findings(store, targets, method_named)
        hunted = _summary(
            mutant, found, store.findings(), bugs_of(store, targets, method_named), method
        )
        made = run * prepared.job.setting.methods[0].variants
        store.close()
        return msgspec.structs.replace(hunted, tests=made)


def _seeds_for(mutant: str) -> tuple[str, ...]:
    groups = next(target.groups for target in discover() if target.id == mutant)
    return (str(FOLDER),) if TEXTURES_GROUP in groups else ()


def _confirmed(store: Store, mutant: str) -> int:
    """Return how many findings of the mutant are confirmed, and not explained by something else."""
    return sum(finding.target == mutant for finding in store.findings("new"))


def _summary(
    mutant: str, found: list[Finding], reduced: list[Finding], bugs: list[Bug], method: str
) -> Hunted:
    supporting = method_named(method).supporting_types
    sequences = [
        tuple(kind for kind in step_types(finding.reduced.recipe) if kind not in supporting)
        for finding in reduced
        if finding.reduced is not None
    ]
    first = min((finding.test for finding in found if finding.state == "new"), default=None)
    lengths = tuple(len(sequence) for sequence in sequences)
    types = tuple(sorted(set(sequences), key=lambda s: (len(s), s)))[:3]
    tries = tuple(finding.reduction_tries for finding in reduced if finding.reduced is not None)
    sure = sum(not bug.perhaps for bug in bugs)
    number = None if first is None else first + 1
    return Hunted(mutant, number, len(found), lengths, len(bugs), sure, types, 0, tries)


def main() -> None:
    """Hunt all mutants, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--method", default="transform")
    parser.add_argument("--tests", type=int, default=300)
    parser.add_argument("--findings", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    stem = "result" if options.method == "transform" else f"result-{options.method}"
    output = options.output or Path(__file__).with_name(f"{stem}.json")
    languages = {spoken.language for spoken in method_named(options.method).languages}
    mutants = [
        target
        for target in discover()
        if "mutants" in target.groups and languages & {*target.languages}
    ]
    mutants = [target for target in mutants if ILLEGAL_GROUP not in target.groups]
    names = options.names or [target.id for target in mutants]
    limits = options.tests, 1 if options.first else options.findings, options.seed
    with ThreadPoolExecutor(options.jobs) as threads:
        jobs = [
            threads.submit(hunt, name, *limits, options.method, not options.first) for name in names
        ]
        rows = []
        for job in jobs:
            row = job.result()
            rows.append(row)
            median = statistics.median(row.lengths) if row.lengths else None
            print(
                f"{row.mutant:40} first {row.first!s:>5}  findings {row.findings:3}  median "
                f"length {median!s:>4}"
                f"  reports {row.reports:2}, {row.sure} sure  {row.types[:2]}",
                flush=True,
            )
    lengths = [length for row in rows for length in row.lengths]
    tries = [count for row in rows for count in row.tries]
    reports, sure = (sum(getattr(row, name) for row in rows) for name in ("reports", "sure"))
    found = sum(row.first is not None for row in rows)
    summary = {
        "mutants": len(rows),
        "found": found,
        "median_length": statistics.median(lengths) if lengths else None,
        "median_tries": statistics.median(tries) if tries else None,
        "reports": reports,
        "duplicates": round((reports - found) / reports, 3) if reports else None,
        "sure": sure,
        "sure_duplicates": round((sure - found) / sure, 3) if sure else None,
    }
    print(summary)
    output.write_text(
        json.dumps({"summary": summary, "rows": msgspec.to_builtins(rows)}, indent=1) + "\n"
    )


if __name__ == "__main__":
    main()
