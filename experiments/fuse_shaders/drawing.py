"""Fused programs of shaders of the corpus and of `smith`, by number, without targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from experiments.emi_shaders.drawing import random_programs, seeds

from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.method import FuseMethod

_OF_CORPUS: Final = 3
_RANDOM: Final = 3
"""Seeds that a program's parts are drawn of: shaders of the corpus, and programs of smith."""


def draw_tests(
    method: FuseMethod, language: LanguageName, rng_seed: int, *, tiny: bool = False
) -> Iterator[TestCase]:
    """Yield fused programs of one language, without end; with `tiny`, of tiny random programs
    alone.
    """
    corpus, run = [] if tiny else seeds(), 0
    while True:
        rng = Rng.of(rng_seed, "fuse shaders", language, run)
        run += 1
        random = random_programs(language, rng, _RANDOM, "tiny" if tiny else "")
        pool = [*random, *rng.shuffled(corpus)[:_OF_CORPUS]]
        request = Request(rng.bits(), 1, rng.choose(pool), tuple(pool), language=language)
        try:
            yield from method.make(request)
        except BadInput:
            continue
