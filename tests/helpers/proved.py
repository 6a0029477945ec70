"""The property test of a transformation: wherever it applies, all that it promises is true."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from experiments.transform_soundness.sites import look_at
from helpers.sites import SITES, gatherer

from aberration.methods.transform.transformation import Transformation


def check_promises(kind: type[Transformation], wanted: int) -> None:
    """Look at variants with so many steps of `kind` among others: they are valid and replay, the
    interpreter gives what it gives for their originals, what is recorded about them is true; and so
    for parts of them.
    """
    report = look_at(kind, wanted, gatherer())
    assert report.failures == ()
    assert report.sites >= wanted


def proved(kind: type[Transformation]) -> Callable[[int], None]:
    """Return the test of that."""

    @pytest.mark.parametrize("wanted", SITES)
    def test(wanted: int) -> None:
        check_promises(kind, wanted)

    return test
