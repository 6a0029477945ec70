"""The four configurations of `transform` that are compared, and the tests that each makes of one plan."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.method import Request
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.methods.transform.method import TransformMethod
from aberration.methods.transform.pass_list import PASSES

REDRAWN: Final = 20
"""Passes drawn for a run of a single one until one applies anything."""
VARIANTS: Final = 3

Make = Callable[[TransformMethod, Request], list[TestCase]]


def _full(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make tests as a campaign does: recommendations, a random half of the passes, prefixes of one sequence."""
    return list(method.make(request))


def _no_recommendations(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make them with passes that take turns at random (`spirv-fuzz-simple` of the paper)."""
    return list(method.make(_with_options(request, {"strategy": "simple"})))


def _one_pass(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make prefixes of a sequence of one pass alone, one that finds anything to do in this seed."""
    rng = Rng.of(request.run_seed, "one pass")
    for _ in range(REDRAWN):
        cases = list(method.make(_with_options(request, {"passes": rng.choose(PASSES).name})))
        if cases:
            return cases
    return []


def _one_step(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make tests of one transformation each, with the types and constants that it needs."""
    cases: list[TestCase] = []
    for number in range(request.variants):
        seed = Rng.of(request.run_seed, "one step", number).bits()
        alone = msgspec.structs.replace(request, run_seed=seed, variants=1)
        cases.extend(method.make(_with_options(alone, {"steps": "1"})))
    return cases


def _with_options(request: Request, options: Mapping[str, str]) -> Request:
    return msgspec.structs.replace(request, options={**request.options, **options})


CONFIGURATIONS: Final[Mapping[str, Make]] = {
    "full": _full,
    "no recommendations": _no_recommendations,
    "one pass": _one_pass,
    "one step": _one_step,
}
NAMES: Final[Sequence[str]] = tuple(CONFIGURATIONS)
