"""The drivers of Mesa's gallivm, which leave all loops of a group of invocations after so many
turns, without a word.

Mesa, `lp_bld_ir_common.c`: one counter for each group of lanes (eight with AVX), over all loops,
nested or in a row.
"""

from __future__ import annotations

from typing import Final

from aberration.core.target import Target

LOOP_TURNS: Final = 65_000
"""A little less than the 65,535 back edges that are there: how a driver counts the last ones is
its business.
"""
_NAMES: Final = ("llvmpipe", "lavapipe", "lvp_icd")


def leaves_loops(target: Target) -> bool:
    """Say whether a link of a target executes on such a driver, whatever translates in front of
    it.
    """
    workers = [stage.worker for stage in target.stages]
    told = [text for worker in workers for _, text in (*worker.options, *worker.environment)]
    return any(name in text for text in (target.family, *told) for name in _NAMES)
