"""The tests that a campaign of `smith` draws, without its targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from aberration.core.method import Request
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.methods.smith.method import SmithMethod
from aberration.methods.smith.path.recipe import is_path

VARIANTS: Final = 4
"""Programs of a run, as in a campaign."""


def draw_tests(
    language: LanguageName, rng_seed: int, options: Mapping[str, str], variants: int = VARIANTS
) -> Iterator[TestCase]:
    """Yield tests of one language, `variants` of each run, without end."""
    method, run = SmithMethod(), 0
    while True:
        yield from method.make(_request(language, rng_seed, run, options, variants))
        run += 1


def test_numbered(
    language: LanguageName, rng_seed: int, number: int, options: Mapping[str, str]
) -> TestCase:
    """Return the test of a number, counted from 1, of those that `draw_tests` gives."""
    run, variant = divmod(number - 1, VARIANTS)
    request = _request(language, rng_seed, run, options, VARIANTS)
    return SmithMethod().make(request)[variant]


def _request(
    language: LanguageName, rng_seed: int, run: int, options: Mapping[str, str], variants: int
) -> Request:
    seed = Rng.of(rng_seed, "shading mutants", language, run).bits()
    return Request(seed, variants, options=dict(options), language=language)


def kind_of(case: TestCase) -> str:
    """Say how a test was made: after its path, or rewritten everywhere or by need."""
    return "path" if is_path(case.recipe) else case.recipe.options["wrappers"]
