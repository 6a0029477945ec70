"""The links of a chain apart: whose fault is it when a translator and a driver together go
wrong?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.triage.question import Question
from aberration.core.target import Target

DRIVER_ALONE: Final = "the driver at the end of the chain goes wrong without the translator"
ONE_DRIVER: Final = (
    "another driver gives the right result for the translator's output: the fault may be "
    "the driver's"
)


def drivers_fault(question: Question) -> str:
    """Return that the driver of a chain goes wrong alone, or is the only one to."""
    target, verdict = question.target, question.verdict
    if verdict.kind == "crash" and not verdict.signature.startswith(f"{target.stages[-1].name}:"):
        return ""
    if len(target.stages) < 2:
        return ""
    drivers = question.means.known.drivers()
    alone, other = driver_alone(target, drivers), with_other_driver(target, drivers)
    if alone is not None and question.verdict_on(alone).kind == verdict.kind:
        return DRIVER_ALONE
    if other is not None and question.verdict_on(other).kind == "pass":
        return ONE_DRIVER
    return ""


def driver_alone(target: Target, drivers: Sequence[Target]) -> Target | None:
    """Return the last stage of a chain as a target of its own; None if there is none, or its
    language differs.
    """
    driver, mine = target.stages[-1], _own_driver(target, drivers)
    if len(target.stages) < 2 or (mine is not None and not {*mine.languages} & {*target.languages}):
        return None
    return msgspec.structs.replace(target, id=f"{driver.name} alone", stages=(driver,), groups=())


def with_other_driver(target: Target, drivers: Sequence[Target]) -> Target | None:
    """Return the chain with a driver of another family at its end, for the same languages; None
    if there is none.
    """
    mine = _own_driver(target, drivers)
    if len(target.stages) < 2 or mine is None:
        return None
    similar = [driver for driver in drivers if driver.languages == mine.languages]
    other = next((driver for driver in similar if driver.family != mine.family), None)
    if other is None:
        return None
    stages = (*target.stages[:-1], other.stages[-1])
    return msgspec.structs.replace(
        target, id=f"{target.id} on {other.id}", stages=stages, groups=()
    )


def _own_driver(target: Target, drivers: Sequence[Target]) -> Target | None:
    last = target.stages[-1].worker
    return next((driver for driver in drivers if driver.stages[-1].worker == last), None)
