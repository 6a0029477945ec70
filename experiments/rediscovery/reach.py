"""Do the methods make what the known bugs need at all? Nothing is run on a target.

    python -m experiments.rediscovery.reach --runs 60

makes runs of each method by default settings and writes `reach.json`: what the reduced case of each
known bug is made of, where such a method has the case, and in how many tests that is. Of a shader
these are its operators, built-in functions and statements with the types that they are used on,
beside those that merely carry a value; of a module the types of its steps. A test that has all of
them need not show the bug; a part that no test has is why none can.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.configuration import default_settings
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.core.errors import AberrationError
from aberration.core.method import LanguageSupport, Method, Request
from aberration.core.program import SHADING
from aberration.core.recipe import TestCase, step_types
from aberration.core.rng import Rng
from aberration.dedup.types import types_without
from aberration.methods.registry import method_named
from aberration.targets.front_end import compile_glsl

from .known import known_bugs
from .matching import features_of_case
from .records import HERE

RESULT: Final = HERE / "reach.json"
METHODS: Final = ("transform", "agree", "smith")
"""The methods whose own choice it is what is in a program: the others take theirs."""


class Reach(msgspec.Struct, frozen=True):
    """What a known bug needs, and the tests of each method that have each part of it, and all of
    it, of so many in the language.
    """

    needs: tuple[str, ...]
    tests: dict[str, int] = {}
    having_all: dict[str, int] = {}
    having: dict[str, dict[str, int]] = {}

    @property
    def never(self) -> tuple[str, ...]:
        """Return the parts that no test of any method has."""
        return tuple(
            part for part in self.needs if not any(one.get(part) for one in self.having.values())
        )


def needs_of(case: TestCase) -> frozenset[str]:
    """Return what the reduced case of a bug is made of; nothing where nobody can tell."""
    ignored = method_named(case.recipe.method).ignored_types
    return types_without(step_types(case.recipe), ignored) or features_of_case(case)


def parts_of(case: TestCase) -> frozenset[str]:
    """Return what a test is made of: the types of its steps, and of a shader its features."""
    shading = any(program.language in SHADING for program in case.programs.values())
    return frozenset(step_types(case.recipe)) | (features_of_case(case) if shading else frozenset())


def made(method: Method, support: LanguageSupport, runs: int, pool: SeedPool) -> Iterator[TestCase]:
    """Give the tests of so many runs of a method in one of its languages, made as a campaign makes
    them; a seed of which it makes nothing gives none.
    """
    settings = default_settings(method.name)
    seeds, donors = pool.seeds_for(support), pool.donors_for(support)
    for run in range(runs):
        rng = Rng.of(0, "reach", method.name, support.language, run)
        seeded = support.needs_seed or rng.below(100) < settings.bundled
        request = Request(
            run_seed=rng.bits(),
            variants=settings.variants,
            seed_program=rng.choose(seeds) if seeded and seeds else None,
            donors=tuple(rng.shuffled(donors)[: settings.donors]),
            options=settings.options,
            language=support.language,
        )
        try:
            yield from method.make(request)
        except AberrationError:
            continue


def reach_of(
    needs: Mapping[str, tuple[str, frozenset[str]]],
    tests: Mapping[tuple[str, str], Sequence[frozenset[str]]],
) -> dict[str, Reach]:
    """Return the reach of each bug, by its language and needs; `tests` by method and language."""
    found: dict[str, Reach] = {}
    for name, (language, parts) in needs.items():
        here = {method: them for (method, spoken), them in tests.items() if spoken == language}
        found[name] = Reach(
            tuple(sorted(parts)),
            {method: len(them) for method, them in here.items()},
            {method: sum(parts <= one for one in them) for method, them in here.items()},
            {
                method: dict(sorted(Counter(part for one in them for part in one & parts).items()))
                for method, them in here.items()
            },
        )
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the runs, and write what they reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=60, help="of each method in each language")
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args(arguments)
    known = {one.name: one for one in known_bugs()}
    needs = {
        name: (one.language, needs_of(one.case))
        for name, one in known.items()
        if one.case.recipe.method in METHODS and needs_of(one.case)
    }
    tests: dict[tuple[str, str], list[frozenset[str]]] = {}
    for method in map(method_named, METHODS):
        for support in method.languages:
            if support.language not in {language for language, _ in needs.values()}:
                continue
            pool = load_pool((), (), compile_glsl, support.seeds)
            cases = made(method, support, asked.runs, pool)
            tests[method.name, support.language] = [parts_of(case) for case in cases]
            print(method.name, support.language, len(tests[method.name, support.language]))
    found = msgspec.json.encode(reach_of(needs, tests))
    asked.output.write_bytes(msgspec.json.format(found, indent=1) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
