"""From a process to a confined worker, by what the confinement says."""

from __future__ import annotations

from aberration.targets.sandbox import domain, namespaces
from aberration.targets.sandbox.confinement import Confinement


def enter(given: Confinement, parent: int) -> int:
    """Go on as a confined worker, in a new process; return the id of its parent, as it sees it.
    Raise `OSError` where the machine does not allow it.
    """
    if given.way == "landlock":
        return domain.enter(given, parent)
    return namespaces.enter(given, parent)
