"""Targets `mutant-<name>`: a driver behind a compiler that is broken on purpose; and `identity`, behind none."""

from __future__ import annotations

from typing import Final

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.spirv_tools import DRIVERS, driver_stage

IDENTITY: Final = "identity"


def providers() -> list[Target]:
    """Return one target for each mutant, and the identity."""
    driver = driver_stage()
    mutants = [_target(f"mutant-{mutant.name}", mutant.name, ("mutants",), driver) for mutant in MUTANTS]
    return [*mutants, _target(IDENTITY, IDENTITY, (), driver)]


def _target(name: str, mutant: str, groups: tuple[str, ...], driver: Stage | None) -> Target:
    stage = Stage(mutant, WorkerSpec("mutant", (("mutant", mutant),)))
    return Target(
        id=name,
        kind="executes",
        languages=("spirv",),
        stages=(stage,) if driver is None else (stage, driver),
        groups=groups,
        family=name,
        available=driver is not None,
        reason="" if driver else f"no driver ({' or '.join(DRIVERS)}) to execute the output",
        install="" if driver else "sudo apt-get install mesa-vulkan-drivers",
    )
