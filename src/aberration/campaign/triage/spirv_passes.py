"""The list of passes that a target of spirv-opt runs, and the same target with another list."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Target
from aberration.targets.runners.spirv.opt import version_of
from aberration.targets.runners.spirv.opt_lists import EXPLICIT, SEPARATOR, passes_of_flags

RUNNER: Final = "spirv_opt"


def is_optimiser(target: Target) -> bool:
    """Say whether the first stage of a target is spirv-opt."""
    return bool(target.stages) and target.stages[0].worker.runner == RUNNER


def passes_of(target: Target) -> list[str]:
    """Return the names of the passes that a target of spirv-opt runs, in order; none if its
    help does not tell.
    """
    worker = target.stages[0].worker
    flags = worker.option("flags")
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        version = version_of(worker.option("path"), Path(folder))
    return passes_of_flags(flags, lambda: version)


def with_passes(target: Target, names: Sequence[str]) -> Target:
    """Return the target of spirv-opt with another list of passes."""
    flags = EXPLICIT + SEPARATOR.join(names)
    stage = target.stages[0]
    options = tuple((dict(stage.worker.options) | {"flags": flags}).items())
    stage = msgspec.structs.replace(
        stage, worker=msgspec.structs.replace(stage.worker, options=options)
    )
    name = f"{target.id.rpartition(':')[0]}:{flags}"
    return msgspec.structs.replace(target, id=name, stages=(stage, *target.stages[1:]), groups=())
