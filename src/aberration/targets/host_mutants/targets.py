"""Targets `mutant-host-<name>`: a driver behind a host side that is broken on purpose."""

from __future__ import annotations

from typing import Final

from aberration.core.target import BY_REQUEST, Stage, Target
from aberration.targets.mutants.chain import chain_of

from .catalogue import HOST_MUTANTS

HOST_GROUP: Final = "host-mutants"
"""Those that only show in unusual ways to drive them."""


def host_targets(driver: Stage | None) -> list[Target]:
    """Return one target for each, in front of a driver's stage."""
    return [
        chain_of(f"mutant-{one.name}", one.name, (HOST_GROUP, BY_REQUEST), driver)
        for one in HOST_MUTANTS
    ]
