"""The tests that show a planted mistake by our interpreter, on real drivers.

    python -m experiments.shading_mutants.confirm [--seed 0] LANGUAGE:MUTANT:TEST...

Each test of `measure` is made again by its number, and runs on the mutant, which is a driver behind
a broken compiler, and on the same driver behind one without a mistake. Prints what is said of both;
the exit status is 1 unless each mutant is wrong, and no driver is.
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

from experiments.shading_mutants.campaign import test_numbered
from experiments.shading_mutants.measure import LANGUAGES

from aberration.core.oracle import judge
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.shading_mutants.targets import shading_targets

_DEADLINE: Final = 60.0


def said_of(pool: TargetPool, target: Target, case: TestCase) -> str:
    """Return the kind of verdict on a target for a test."""
    outcome = pool.run(target, case.programs["program"], _DEADLINE).outcome
    return judge(case.oracle, {target.id: {"program": outcome}})[target.id].kind


def main(arguments: list[str]) -> int:
    """Confirm each of the tests that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    targets = {one.id: one for one in shading_targets()}
    unlike = 0
    with TargetPool(limit=2) as pool:
        for named in asked.tests:
            given, mutant, number = named.split(":")
            language = next(one for one in LANGUAGES if one == given)
            case = test_numbered(language, asked.seed, int(number), {})
            broken = said_of(pool, targets[f"mutant-{language}-{mutant}"], case)
            right = said_of(pool, targets[f"identity-{language}"], case)
            unlike += (broken, right) != ("wrong", "pass")
            print(f"{named}: {broken}, without the mistake {right}", flush=True)
    return 1 if unlike else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
