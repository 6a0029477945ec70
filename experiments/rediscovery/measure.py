"""Run each method by itself on each version, and ask of each finding whether it is a known bug.

    python -m experiments.rediscovery.measure --seconds 60 --targets tcc,lavapipe

A campaign is `aberration fuzz` with its defaults on that version, with one executor; where the
method compares targets, another one is beside it. It is a line of `runs.jsonl`; one that is there
is not run again, so that this goes on where it was stopped, and other seeds and budgets add to it.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign import tables
from aberration.campaign.store import DATABASE, Store
from aberration.core.finding import Finding
from aberration.core.target import Target
from aberration.dedup.bugs import is_wrong_code, smallest_case
from aberration.methods.registry import method_named, method_names
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .known import Known, known_bugs, versions_told
from .matching import best, is_known
from .records import Found, Run, keep, kept

TARGETS: Final = (
    "tcc",
    "lavapipe",
    "swiftshader",
    "llvmpipe@20.3.5",
    "softpipe@20.3.5",
    "wgpu@24:lavapipe",
)
BESIDE: Final = {
    "tcc": "gcc-12:-O0",
    "lavapipe": "swiftshader",
    "swiftshader": "lavapipe",
    "llvmpipe@20.3.5": "softpipe@20.3.5",
    "softpipe@20.3.5": "llvmpipe@20.3.5",
    "wgpu@24:lavapipe": "dawn-swiftshader",
}
"""The target that a version stands beside where a method compares targets: such a method does not
run on one alone.
"""
LARGEST: Final = 8
"""Findings of a campaign whose reduced case is replayed on all versions."""


def main() -> int:
    """Run the campaigns that are missing."""
    asked = _arguments()
    done = {run.key for run in kept()}
    targets = [select(discover(), [name])[0] for name in asked.targets.split(",")]
    with TargetPool() as pool:
        for target in targets:
            missing = [
                (method, seed)
                for seed in range(asked.seeds)
                for method in _methods(target)
                if (target.id, method, seed, asked.seconds) not in done
            ]
            bugs = known_bugs(target, pool) if missing else []
            for method, seed in missing:
                run = _campaign(target, method, seed, asked.seconds, bugs, pool)
                keep(run)
                print(f"{target.id} {method} {seed}: {_told(run)}", flush=True)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="of each campaign, all phases")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--targets", default=",".join(TARGETS))
    return parser.parse_args()


def _methods(target: Target) -> Iterator[str]:
    """Give the methods that make programs in a language of the target."""
    for name in method_names():
        languages = {support.language for support in method_named(name).languages}
        if languages & {*target.languages}:
            yield name


def _beside(target: Target, method: str) -> str:
    """Return the target that a method compares a target with; empty where it needs none."""
    return BESIDE.get(target.id, "") if method_named(method).least_targets > 1 else ""


def _campaign(
    target: Target, method: str, seed: int, seconds: int, bugs: Sequence[Known], pool: TargetPool
) -> Run:
    """Run one campaign in a folder that is thrown away, and ask about what it found."""
    scratch = Path(tempfile.mkdtemp(prefix="rediscovery-"))
    try:
        failed = _fuzz(target, method, seed, seconds, scratch / "out")
        if not (scratch / "out" / DATABASE).is_file():
            names = tuple(bug.name for bug in bugs)
            nothing = Run(target.id, target.version, method, seed, seconds, 0, 0.0, names)
            return msgspec.structs.replace(nothing, failed=failed, beside=_beside(target, method))
        store = Store.in_folder(scratch / "out")
        try:
            return _run_of(store, target, method, seed, seconds, bugs, pool)
        finally:
            store.close()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _fuzz(target: Target, method: str, seed: int, seconds: int, output: Path) -> str:
    """Run `aberration fuzz`; return the last thing it said where it tested nothing."""
    names = ",".join(filter(None, (target.id, _beside(target, method))))
    command = [sys.executable, "-m", "aberration.cli.main", "fuzz", "-m", method, "-t", names]
    options = ["--time", f"{seconds}s", "--seed", str(seed), "--jobs", "1", "-o", str(output)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    return "" if done.returncode in (0, 1) else " ".join(done.stderr.split("\n")[-3:]).strip()


def _run_of(
    store: Store,
    target: Target,
    method: str,
    seed: int,
    seconds: int,
    bugs: Sequence[Known],
    pool: TargetPool,
) -> Run:
    spent = _minutes_by_test(store)
    findings = [
        finding
        for finding in store.findings()
        if finding.state != "set-aside" and finding.target == target.id
    ]
    wrong = [finding for finding in findings if is_wrong_code(finding.verdict)]
    reduced = [finding for finding in wrong if finding.state == "reduced"]
    asked = sorted(reduced, key=lambda finding: finding.test)[:LARGEST]
    return Run(
        target=target.id,
        version=target.version,
        method=method,
        seed=seed,
        budget=seconds,
        tests=len(spent),
        minutes=max(spent.values(), default=0.0),
        known=tuple(bug.name for bug in bugs),
        found=tuple(_found(finding, spent, target, bugs, pool) for finding in asked),
        beside=_beside(target, method),
        unreduced=len(wrong) - len(asked),
        other_kinds=dict(
            sorted(Counter(one.verdict.kind for one in findings if one not in wrong).items())
        ),
    )


def _found(
    finding: Finding,
    spent: dict[int, float],
    target: Target,
    bugs: Sequence[Known],
    pool: TargetPool,
) -> Found:
    told = versions_told(smallest_case(finding), target, pool)
    family = target.family or target.id
    answer, names = best({bug.name: is_known(finding, told, bug, family) for bug in bugs})
    tests = sum(test <= finding.test for test in spent)
    minutes = round(spent.get(finding.test, 0.0), 3)
    return Found(finding.id, tests, minutes, answer, tuple(names), told)


def _minutes_by_test(store: Store) -> dict[int, float]:
    """Return for each test that was done the minutes of executors up to its run's end, in the
    order of runs.
    """
    seconds, total = {}, 0.0
    for row in sorted(store.rows(tables.RUNS), key=lambda row: int(str(row["run"]))):
        total += float(str(row["seconds"]))
        seconds[int(str(row["run"]))] = total
    return {
        int(str(row["index"])): round(seconds[int(str(row["run"]))] / 60, 3)
        for row in store.rows(tables.TESTS)
        if row["status"] == "done"
    }


def _told(run: Run) -> str:
    if run.failed:
        return run.failed
    named = Counter(found.answer for found in run.found)
    return f"{run.tests} tests, {run.minutes:.1f} min, {dict(named)}, {run.unreduced} not asked"


if __name__ == "__main__":
    sys.exit(main())
