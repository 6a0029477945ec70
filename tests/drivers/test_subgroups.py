"""Random shaders with subgroups: what is proved of them, drivers give; each with subgroups of its
own.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.grouped_programs import random_grouped
from helpers.newest import with_newest

from aberration.core.limits import beyond
from aberration.core.outcome import Buffers
from aberration.languages.spirv.interpret.proof import prove
from aberration.targets.pool import TargetPool

SEEDS: Final = range(24)
DRIVERS: Final = ("lavapipe@newest", "lavapipe", "swiftshader")


WITH_CLUSTERS: Final = ("lavapipe@newest",)


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_driver_gives_what_is_proved(pool: TargetPool, driver: str) -> None:
    target = with_newest(driver)
    compared = 0
    for seed in SEEDS:
        program = random_grouped(seed, driver in WITH_CLUSTERS)
        proof = prove(program)
        assert proof.limits is not None, f"{seed}: {proof.answer}: {proof.trap or proof.reason}"
        outcome = pool.run(target, program).outcome
        assert isinstance(outcome, Buffers), f"{seed}: {outcome}"
        assert beyond(outcome, proof.limits).beyond == 0, seed
        compared += proof.compared
    assert compared > 1000
