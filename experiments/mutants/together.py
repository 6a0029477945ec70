"""All SPIR-V mutants at once: which test is the first to show each, over the seeds of several
campaigns?

    python -m experiments.mutants.together [--tests 100] [--seeds 0 1 2] [--textures]
        [--output FILE]

What a test shows is what a hunt of one mutant with the same seed sees, for a fraction of the time:
a mutant rewrites few programs, and what it leaves alone is run once for all of them
(`experiments/transform_questions/planted.py`). Writes `together.json`; with `--textures`, which
hunts those that only textures show on shaders that have some, `together-textures.json`.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from experiments.transform_questions.panel import Panel
from experiments.transform_questions.records import TestLine
from experiments.transform_soundness.textured import FOLDER

from aberration.campaign.campaign import Prepared, prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.plan import RunPlan, plan_run
from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.methods.transform.method import TransformMethod
from aberration.targets.mutants.targets import SUBGROUPS_GROUP, TEXTURES_GROUP
from aberration.targets.registry import discover

DRIVER: Final = "swiftshader"
TESTS: Final = 100
SEEDS: Final = (0, 1, 2)


def hunted(seed: int, tests: int, textures: bool = False) -> dict[str, int | None]:
    """Return the first test (from 1) that shows each mutant in a campaign with this seed; None
    for none. They are those that only `textures` show, or all others.
    """
    known = {target.id: target for target in discover()}
    mutants = [
        target
        for target in known.values()
        if "mutants" in target.groups and "spirv" in target.languages
        if (TEXTURES_GROUP in target.groups) is textures
        if SUBGROUPS_GROUP not in target.groups
    ]
    configuration = FuzzConfiguration(
        methods=("transform",),
        targets=(DRIVER,),
        seeds=(str(FOLDER),) if textures else (),
        rng_seed=seed,
        jobs=1,
    )
    prepared = prepare(configuration, print)
    method = TransformMethod()
    panel = Panel([known[DRIVER], *mutants], method)
    first: dict[str, int | None] = {target.id: None for target in mutants}
    run = 0
    try:
        while (plan := plan_run(prepared.job.setting, run)).first < tests:
            _run(prepared, plan, method, panel, first, tests)
            panel.mutants = [target for target in mutants if first[target.id] is None]
            run += 1
    finally:
        panel.close()
    return first


def _run(
    prepared: Prepared,
    plan: RunPlan,
    method: TransformMethod,
    panel: Panel,
    first: dict[str, int | None],
    tests: int,
) -> None:
    earlier: list[TestLine] = []
    try:
        cases = method.make(_request(prepared, plan))
    except BadInput:
        return
    for variant, case in enumerate(cases[: tests - plan.first]):
        earlier.append(panel.test(case, 0.0, earlier, last=True))
        for name in earlier[-1].shown:
            if first.get(name, 0) is None:
                first[name] = plan.first + variant + 1


def _request(prepared: Prepared, plan: RunPlan) -> Request:
    pool = prepared.job.pool
    donors = pool.donors_of("spirv")
    return Request(
        run_seed=plan.run_seed,
        variants=plan.variants,
        seed_program=None if plan.seed_index is None else pool.of("spirv")[plan.seed_index],
        donors=tuple(donors[at] for at in plan.donors),
    )


def table(results: dict[int, dict[str, int | None]]) -> str:
    """Return a line for each mutant, a column for each seed."""
    names = sorted({name for result in results.values() for name in result})
    rows = [[name, *(str(result[name] or "-") for result in results.values())] for name in names]
    return "\n".join(f"{row[0]:32}" + "".join(f"{cell:>6}" for cell in row[1:]) for row in rows)


def summary(results: dict[int, dict[str, int | None]]) -> dict[int, dict[str, int]]:
    """Return for each seed how many mutants were found, and the latest test that was the first
    to show one.
    """
    return {
        seed: {
            "mutants": len(result),
            "found": sum(test is not None for test in result.values()),
            "latest": max((test for test in result.values() if test is not None), default=0),
        }
        for seed, result in results.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Hunt with each seed and write the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=TESTS)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--textures", action="store_true")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args(arguments)
    stem = "together-textures" if options.textures else "together"
    output = options.output or Path(__file__).with_name(f"{stem}.json")
    results = {seed: hunted(seed, options.tests, options.textures) for seed in options.seeds}
    print(table(results))
    print(summary(results))
    output.write_text(
        json.dumps(
            {"tests": options.tests, "summary": summary(results), "first": results}, indent=1
        )
        + "\n"
    )


if __name__ == "__main__":
    main()
