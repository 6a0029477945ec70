"""A compiler that rewrites modules as it likes, in front of a driver: broken on purpose, or
right.
"""

from __future__ import annotations

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.spirv_tools import DRIVERS


def chain_of(name: str, mutant: str, groups: tuple[str, ...], driver: Stage | None) -> Target:
    """Return the target of a broken compiler, or of none, in front of a driver."""
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
