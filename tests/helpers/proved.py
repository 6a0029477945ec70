"""The property test of a transformation: wherever it applies, all that it promises is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from experiments.transform_soundness.gathering import Gatherer
from experiments.transform_soundness.sites import look_at

from aberration.methods.transform.transformation import Transformation

SITES: Final = 16


def proved(kind: type[Transformation], wanted: int = SITES) -> Callable[[], None]:
    """Return a test of variants with so many steps of `kind` among others: they are valid and replay, the interpreter
    gives what it gives for their originals, what is recorded about them is true; and so for parts of them.
    """

    def test() -> None:
        report = look_at(kind, wanted, _gatherer())
        assert report.failures == ()
        assert report.sites >= wanted

    return test


@cache
def _gatherer() -> Gatherer:
    """Return what makes the variants of all tests: it runs each program once."""
    return Gatherer()
