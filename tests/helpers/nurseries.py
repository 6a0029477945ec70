"""Workers that must come from a nursery."""

from __future__ import annotations

from aberration.targets.child import Child, Circumstances, Ends
from aberration.targets.nursery import Nursery
from aberration.targets.worker import Start


def only_from(nursery: Nursery) -> Start:
    """Return a way to start workers that fails where the nursery cannot make one."""

    def start(given: Circumstances, ends: Ends) -> Child:
        born = nursery.bear(given, ends)
        assert born is not None, "the nursery made no worker"
        return born

    return start
