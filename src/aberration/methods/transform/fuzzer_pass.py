"""What a pass is: a function that makes one attempt to propose a transformation."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformation import Transformation

Attempt = Callable[[Draw], Transformation | None]


class FuzzerPass(msgspec.Struct, frozen=True):
    """A pass: one attempt, the range of its chance, and the passes that pay off after it.

    An attempt draws one site from the module's indexes and returns a transformation, which may turn
    out not to be applicable, or None. It may apply supporting transformations through the draw. How
    many attempts, limits, statistics and recommendations are the scheduler's business.
    """

    name: str
    attempt: Attempt
    chance: tuple[float, float]
    followed_by: tuple[str, ...] = ()
    final: bool = False
    sites: tuple[int, ...] = ()
    pairs: bool = False


def fuzzer_pass(
    chance: tuple[float, float],
    followed_by: tuple[str, ...] = (),
    final: bool = False,
    sites: tuple[int, ...] = (),
    pairs: bool = False,
) -> Callable[[Attempt], FuzzerPass]:
    """Make a pass of the decorated attempt, named like it. `final` passes run once, at the end of
    each variant: they edit only what a `Savepoint` can restore.

    `chance` is the range from which each run draws the share of attempts that it makes: of a fixed
    number, for a final pass of as many as there are instructions of the opcodes `sites`, if there
    are any. Runs on a module that is no stage of a pair do without those of `pairs`.
    """

    def decorate(attempt: Attempt) -> FuzzerPass:
        return FuzzerPass(attempt.__name__, attempt, chance, followed_by, final, sites, pairs)

    return decorate
