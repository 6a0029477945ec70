"""The four configurations of `transform` that are compared, and the tests that each makes of
one plan.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from aberration.core.method import Request
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.methods.transform.method import TransformMethod

Make = Callable[[TransformMethod, Request], list[TestCase]]


def _full(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make tests as a campaign does: the strategy drawn for each run, a random half of the
    passes, prefixes.
    """
    return list(method.make(request))


def _recommendations(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make them with the strategy of the paper in every run: any pass, or half the time one
    that is recommended.
    """
    return list(method.make(_with_options(request, {"strategy": "random"})))


def _no_recommendations(method: TransformMethod, request: Request) -> list[TestCase]:
    """Make them with passes that take turns at random (`spirv-fuzz-simple` of the paper)."""
    return list(method.make(_with_options(request, {"strategy": "simple"})))


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
    "recommendations": _recommendations,
    "no recommendations": _no_recommendations,
    "one step": _one_step,
}
NAMES: Final[Sequence[str]] = tuple(CONFIGURATIONS)
