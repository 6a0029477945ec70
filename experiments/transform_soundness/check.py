"""Are variants of `transform` what they claim to be? The interpreter and the validator judge.

    python -m experiments.transform_soundness.check [--variants 10000] [--jobs 2] [--seed 0]
    [--steps 300]
        [--passes NAME,NAME]

Every variant must be valid, replay to the same bytes, give what its reference gives, and have only
true facts (`proof.py`). Prints a line for what fails, and the figures; `result.json` has them. Exit
status 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
from benchmarks import corpus

from aberration.core.errors import AberrationError
from aberration.core.method import Request
from aberration.core.program import Program, load_program
from aberration.core.recipe import TestCase, step_types
from aberration.core.rng import Rng
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod

from .proof import problems

DONORS = 4
VARIANTS = 3

Job = tuple[Path, list[Path], int]
"""The file of a seed program, those of the donors, the seed of the run."""


class Report(msgspec.Struct, frozen=True):
    """What one run of the method gave."""

    variants: int
    steps: dict[str, int]
    failures: tuple[str, ...]
    refused: str = ""


def check_run(
    seed_file: Path, donor_files: Sequence[Path], run_seed: int, options: dict[str, str]
) -> Report:
    """Make the variants of one run and check each."""
    method = TransformMethod()
    seed = load_program(seed_file)
    donors = tuple(map(load_program, donor_files))
    request = Request(run_seed, VARIANTS, seed, donors, options)
    try:
        cases = method.make(request)
    except AberrationError as error:
        return Report(0, {}, (), error.message)
    kinds = Counter(step_types(cases[-1].recipe)) if cases else Counter[str]()
    failures = [
        f"{seed.name} run {run_seed} after {len(case.recipe.steps)} steps: {told}"
        for case in cases
        for told in _told(method, case, seed)
    ]
    return Report(len(cases), dict(sorted(kinds.items())), tuple(failures))


def _told(method: TransformMethod, case: TestCase, seed: Program) -> list[str]:
    variant = case.programs["variant"]
    flaw = validate(variant.source, environment_of(variant.source))
    if flaw is not None:
        return [f"invalid: {flaw}"]
    again = method.replay(case.recipe)
    if again.skipped or again.case.programs["variant"].source != variant.source:
        return [f"replay: {again.skipped} steps skipped, or other bytes"]
    try:
        return problems(case.recipe, seed, Rng.of(case.recipe.rng_seed, "proof"))
    except AberrationError as error:
        return [f"{type(error).__name__}: {error.message}"]


def jobs_of(seed: int) -> Iterator[Job]:
    """Yield runs without end; the seeds of the corpus take turns."""
    seeds, donors = [*corpus.files("references"), *corpus.files("compute")], corpus.files("donors")
    for number in count():
        rng = Rng.of(seed, "transform", number)
        yield seeds[number % len(seeds)], [rng.choose(donors) for _ in range(DONORS)], rng.bits()


def run_all(wanted: int, jobs: int, seed: int, options: dict[str, str]) -> list[Report]:
    """Check until `wanted` variants were checked."""
    reports: list[Report] = []
    source = jobs_of(seed)
    with ProcessPoolExecutor(jobs) as pool:
        while sum(report.variants for report in reports) < wanted:
            futures = [pool.submit(check_run, *next(source), options) for _ in range(jobs * 4)]
            for future in futures:
                reports.append(future.result())
                for failure in reports[-1].failures:
                    print(failure, flush=True)
            print(
                f"{sum(report.variants for report in reports)} variants",
                file=sys.stderr,
                flush=True,
            )
    return reports


def main() -> None:
    """Check variants, print, write `result.json`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variants", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument(
        "--passes", help="only these, with commas between; then nothing is written to result.json"
    )
    options = parser.parse_args()
    start = time.monotonic()
    of_method = {"steps": str(options.steps)} | (
        {"passes": options.passes} if options.passes else {}
    )
    reports = run_all(options.variants, options.jobs, options.seed, of_method)
    kinds: Counter[str] = Counter()
    for report in reports:
        kinds.update(report.steps)
    failures = [failure for report in reports for failure in report.failures]
    figures = {
        "variants": sum(report.variants for report in reports),
        "runs": len(reports),
        "refused": sorted({report.refused for report in reports if report.refused}),
        "failures": failures,
        "steps": dict(kinds.most_common()),
        "kinds": len(kinds),
        "seconds": round(time.monotonic() - start),
    }
    if options.passes:
        print(json.dumps(figures["steps"]))
    else:
        Path(__file__).with_name("result.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(
        f"{figures['variants']} variants of {len(reports)} runs, {len(kinds)} kinds of "
        f"steps, {len(failures)} failures"
    )
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
