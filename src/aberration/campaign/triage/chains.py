"""The links of a chain apart: whose fault is it when a translator and a driver together go
wrong?
"""

from __future__ import annotations

import msgspec

from aberration.core.target import Target
from aberration.targets import opengl, vulkan


def driver_alone(target: Target) -> Target | None:
    """Return the last stage of a chain as a target of its own; None if there is none, or its
    language differs.
    """
    driver = target.stages[-1]
    mine = next((one for one in _drivers() if one.stages[-1].worker == driver.worker), None)
    if len(target.stages) < 2 or (mine is not None and not {*mine.languages} & {*target.languages}):
        return None
    return msgspec.structs.replace(target, id=f"{driver.name} alone", stages=(driver,), groups=())


def with_other_driver(target: Target) -> Target | None:
    """Return the chain with a driver of another family at its end, for the same languages; None
    if there is none.
    """
    drivers = _drivers()
    last = target.stages[-1]
    mine = next((driver for driver in drivers if driver.stages[-1].worker == last.worker), None)
    if len(target.stages) < 2 or mine is None:
        return None
    alike = [driver for driver in drivers if driver.languages == mine.languages]
    other = next((driver for driver in alike if driver.family != mine.family), None)
    if other is None:
        return None
    stages = (*target.stages[:-1], other.stages[-1])
    return msgspec.structs.replace(
        target, id=f"{target.id} on {other.id}", stages=stages, groups=()
    )


def _drivers() -> list[Target]:
    known = (*vulkan.providers(), *opengl.providers())
    return [driver for driver in known if driver.kind == "executes" and driver.available]
