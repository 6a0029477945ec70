"""The tests of all configurations on all mutants and drivers, once; the three questions are asked
of what they show.

    python -m experiments.transform_questions.hunt [--runs 360] [--seconds 3600]

Every run of a campaign's plan (a seed, its donors, a seed of randomness) is made by each
configuration. What is seen goes to `tests.jsonl` at once, a line for each run and configuration, so
that a hunt that was broken off goes on.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from aberration.campaign.campaign import Prepared, prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import invalid_program
from aberration.campaign.plan import plan_run
from aberration.core.errors import AberrationError, BadInput
from aberration.core.method import Request
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.methods.transform.method import TransformMethod
from aberration.targets.registry import discover

from .configurations import CONFIGURATIONS
from .panel import Panel
from .records import TESTS, RunLine, TestLine, append, read

SEED: Final = 0
RUNS: Final = 360
DRIVERS: Final = ("swiftshader", "lavapipe", "spirv-opt@2025.5:-O", "spirv-opt@13.1.1:-O")
"""The first one is the driver behind the mutants."""


class Maker:
    """Makes the tests of runs; the same ones whenever it is asked."""

    def __init__(self) -> None:
        self.method = TransformMethod()
        settings = FuzzConfiguration(methods=("transform",), targets=DRIVERS, rng_seed=SEED, jobs=1)
        self._prepared: Prepared = prepare(settings, lambda event: None)

    def request(self, run: int) -> Request:
        """Return what is asked of the method in a run: seed, donors, number of variants."""
        job = self._prepared.job
        plan = plan_run(job.setting, run)
        assert plan.seed_index is not None
        donors = job.pool.donors_of("spirv")
        return Request(
            run_seed=plan.run_seed,
            variants=plan.variants,
            seed_program=job.pool.of("spirv")[plan.seed_index],
            donors=tuple(donors[at] for at in plan.donors),
        )

    def learn(self, run: int) -> None:
        """Let the method learn of a run's seed what it learns of each once, so that no
        configuration pays for it.
        """
        self.method.make(
            msgspec.structs.replace(self.request(run), variants=1, options={"steps": "1"})
        )

    def cases(self, configuration: str, run: int) -> list[TestCase]:
        """Return the tests of a run in a configuration; raise `BadInput` for a seed that cannot
        be transformed.
        """
        return CONFIGURATIONS[configuration](self.method, self.request(run))


def targets() -> dict[str, Target]:
    """Return the drivers and the mutants by id, in this order; raise `BadInput` where one is
    missing.
    """
    known = {target.id: target for target in discover()}
    mutants = [
        name
        for name, target in known.items()
        if "mutants" in target.groups and "spirv" in target.languages
    ]
    wanted = [*DRIVERS, *mutants]
    missing = [name for name in wanted if name not in known or not known[name].available]
    if missing:
        raise BadInput(
            f"expected the targets of the experiment, but {missing[0]!r} cannot run here"
        )
    return {name: known[name] for name in wanted}


def hunt_run(maker: Maker, panel: Panel, configuration: str, run: int) -> RunLine:
    """Make and run the tests of one run in a configuration."""
    request = maker.request(run)
    assert request.seed_program is not None
    name = request.seed_program.name
    try:
        maker.learn(run)
        start = time.process_time()
        cases = maker.cases(configuration, run)
    except BadInput as error:
        return RunLine(configuration, run, name, refused=error.message)
    made = (time.process_time() - start) / max(1, len(cases))
    tests: list[TestLine] = []
    for place, case in enumerate(cases, 1):
        flaw = invalid_program(case, panel.pool)
        if flaw:
            raise AberrationError(f"run {run}, {configuration}: {flaw}")
        tests.append(panel.test(case, made, tests, place == len(cases)))
    return RunLine(configuration, run, name, tuple(tests))


def hunt_all(known: Mapping[str, Target], runs: int, until: float, done: Sequence[RunLine]) -> None:
    """Make all runs that are not done yet, run after run, all configurations of each."""
    have = {(line.configuration, line.run) for line in done}
    maker = Maker()
    panel = Panel(list(known.values()), maker.method)
    try:
        for run in range(runs):
            for configuration in CONFIGURATIONS:
                if (configuration, run) in have:
                    continue
                if time.monotonic() > until:
                    return
                line = hunt_run(maker, panel, configuration, run)
                append(TESTS, line)
                shown = sorted({target for test in line.tests for target in test.shown})
                print(
                    (
                        f"{run:4} {configuration:20} {len(line.tests)} tests: "
                        f"{', '.join(shown) or '-'}"
                    ),
                    flush=True,
                )
    finally:
        panel.close()


def main() -> None:
    """Hunt until all runs are made, or the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    hunt_all(targets(), options.runs, time.monotonic() + options.seconds, read(TESTS, RunLine))


if __name__ == "__main__":
    main()
