"""The property test of a transformation: wherever it applies, all that it promises is true."""

from __future__ import annotations

from collections.abc import Callable

from experiments.transform_soundness.sites import look_at
from helpers.sites import SITES, gatherer

from aberration.methods.transform.transformation import Transformation


def proved(kind: type[Transformation], wanted: int = SITES) -> Callable[[], None]:
    """Return a test of variants with so many steps of `kind` among others: they are valid and
    replay, the interpreter gives what it gives for their originals, what is recorded about them is
    true; and so for parts of them.
    """

    def test() -> None:
        report = look_at(kind, wanted, gatherer())
        assert report.failures == ()
        assert report.sites >= wanted

    return test
