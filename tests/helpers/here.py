"""The targets of this machine, looked for once: the parameters of many tests name them, and to look
takes a tenth of a second.
"""

from __future__ import annotations

from functools import cache

from aberration.core.target import Target
from aberration.targets import composition, registry


@cache
def here() -> tuple[Target, ...]:
    """Return all targets, also those that cannot run."""
    return tuple(registry.discover())


def named(identifier: str) -> Target:
    """Return the target or the chain of an id; raise `UnknownName` or `TargetUnavailable`."""
    return registry.select(here(), [identifier], resolve)[0]


def resolve(identifier: str) -> Target | None:
    """Return the target of an endless family by its id, or None."""
    return composition.resolve(identifier, here()) or registry.resolve(identifier)
