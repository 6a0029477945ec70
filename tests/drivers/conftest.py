"""What tests of drivers share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aberration.targets.pool import TargetPool


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    """Give the workers that the tests of a file share."""
    with TargetPool() as opened:
        yield opened
