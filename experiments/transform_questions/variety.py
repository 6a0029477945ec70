"""How many kinds of steps has a sequence of each configuration? Nothing is run: the tests are only
made.

    python -m experiments.transform_questions.variety [--runs 60]

Writes `variety.json`: of the longest variant of each run, the median of its steps and of their
kinds, those that only supply others not counted.
"""

import argparse
import json
from collections.abc import Sequence
from statistics import median

from aberration.core.errors import BadInput
from aberration.core.recipe import TestCase, step_types

from .configurations import NAMES
from .hunt import Maker
from .records import HERE


def kinds_of(case: TestCase, supporting: frozenset[str]) -> tuple[int, int]:
    """Return how many steps a case has, and how many kinds of them, supporting ones left out."""
    types = [kind for kind in step_types(case.recipe) if kind not in supporting]
    return len(types), len(set(types))


def variety(maker: Maker, configuration: str, runs: Sequence[int]) -> dict[str, float]:
    """Return the medians of a configuration; a seed that cannot be transformed counts for none."""
    counted = []
    for run in runs:
        try:
            cases = maker.cases(configuration, run)
        except BadInput:
            continue
        counted += [kinds_of(case, maker.method.supporting_types) for case in cases[-1:]]
    return {
        "steps": median(steps for steps, _ in counted),
        "kinds": median(kinds for _, kinds in counted),
    }


def main() -> None:
    """Count and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=60)
    options = parser.parse_args()
    maker = Maker()
    figures = {name: variety(maker, name, range(options.runs)) for name in NAMES}
    (HERE / "variety.json").write_text(
        json.dumps({"runs": options.runs, **figures}, indent=1) + "\n"
    )
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
