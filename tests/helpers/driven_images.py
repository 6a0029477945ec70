"""What targets draw, where a machine may lack them or their version of a language: then a test is
skipped, and the reason named.
"""

from __future__ import annotations

import re
from typing import Final

import pytest
from helpers.newest import with_newest

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.pool import TargetPool

EXACTLY: Final = Tolerance(step=0, relative=0.0, absolute=0.0)
DEADLINE: Final = 60.0
_OTHER_VERSION: Final = re.compile(r"GLSL (ES )?[\d.]+ is not supported")
"""What Mesa says of a version of a language that a driver lacks."""


def outcome_of(
    pool: TargetPool, name: str, program: Program, deadline: float = DEADLINE
) -> Outcome:
    """Return what a target gives; skip the test where this machine cannot run it, or has no such
    version.
    """
    try:
        return pool.run(with_newest(name), program, deadline).outcome
    except (TargetUnavailable, UnknownName) as error:
        if isinstance(error, UnknownName) and "@" not in name:
            raise
        pytest.skip(f"{name}: {error.message}")


def assert_image(
    outcome: Outcome, image: Image, tolerance: Tolerance = EXACTLY, *, lacks: str = ""
) -> None:
    """Assert that an image was drawn; skip the test where the driver lacks the version of the
    language, or says that it `lacks` what is asked for.
    """
    if isinstance(outcome, Rejected):
        message = outcome.message
        if _OTHER_VERSION.search(message) or (lacks and lacks in message):
            pytest.skip(message)
    assert isinstance(outcome, Image), outcome
    difference = compare(image, outcome, tolerance)
    assert within(difference, tolerance), str(difference)
