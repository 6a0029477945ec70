"""Every transformation, at hundreds of sites; `python -m experiments.transform_soundness.sites` has the figures."""

from __future__ import annotations

import pytest
from experiments.transform_soundness.sites import SITES
from helpers.proved import proved

from aberration.methods.transform.kinds import TRANSFORMATIONS
from aberration.methods.transform.transformation import Transformation


@pytest.mark.slow
@pytest.mark.parametrize("kind", TRANSFORMATIONS, ids=[kind.__name__ for kind in TRANSFORMATIONS])
def test_keeps_its_promises(kind: type[Transformation]) -> None:
    proved(kind, SITES)()
