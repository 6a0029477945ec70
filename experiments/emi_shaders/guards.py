"""How many guards does each kind of knowledge make, and of how many is nothing left but literals?

    python -m experiments.emi_shaders.guards [--tests 30] [--language essl]... [--seed 0]

The variants are those of the ablation. A guard is the predicate of a mutation that has one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice

import msgspec
from experiments.emi_shaders.ablation import draw_tests
from experiments.emi_shaders.settings import OF_KNOWLEDGE
from msgspec.structs import replace

from aberration.core.recipe import Step
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.shading.expressions import Tree, places_in
from aberration.methods.emi.shading.mutations.twin_arms import TwinArms
from aberration.targets.shading_mutants.mutant import ALL as LANGUAGES


class Guards(msgspec.Struct):
    """Guards that were made, and those of them that read anything."""

    made: int = 0
    reading: int = 0

    def add(self, steps: Sequence[Step]) -> None:
        """Count the predicates whose truth is known."""
        predicates = [
            msgspec.convert(step["predicate"], Tree) for step in steps if _is_guarded(step)
        ]
        self.made += len(predicates)
        self.reading += sum(1 for one in predicates if places_in(one))


def _is_guarded(step: Step) -> bool:
    """Say whether a mutation has a predicate whose truth is known, and not a loop of one turn."""
    is_known = "predicate" in step and step["type"] != TwinArms.__name__
    return is_known and step.get("form") != "once"


def count(language: LanguageName, tests: int, rng_seed: int, found: dict[str, Guards]) -> None:
    """Add the guards of one language to those of each setting."""
    method = EmiMethod()
    for drawn in islice(draw_tests(method, language, rng_seed), tests):
        for setting, options in OF_KNOWLEDGE.items():
            for case in method.make(replace(drawn.request, options=dict(options))):
                found[setting].add(case.recipe.steps)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tests", type=int, default=30)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    found = {setting: Guards() for setting in OF_KNOWLEDGE}
    for language in asked.language or LANGUAGES:
        count(language, asked.tests, asked.seed, found)
    print("| setting | guards | that read anything |", "|---|---|---|", sep="\n")
    for setting, one in found.items():
        print(f"| {setting} | {one.made} | {100 * one.reading / max(one.made, 1):.0f} % |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
