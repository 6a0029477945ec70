"""The list of passes that a target of spirv-opt runs, and the same target with another list."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Target
from aberration.targets.runners.spirv_opt import EXPLICIT, expanded, help_of

RUNNER: Final = "spirv_opt"
_LISTED: Final = re.compile(r"(?P<indent>\s+)(?P<name>[a-z][\w-]*(?:=\S+)?)")


def is_optimiser(target: Target) -> bool:
    """Say whether the first stage of a target is spirv-opt."""
    return bool(target.stages) and target.stages[0].worker.runner == RUNNER


def passes_of(target: Target) -> list[str]:
    """Return the names of the passes that a target of spirv-opt runs, in order; none if its help does not tell."""
    worker = target.stages[0].worker
    flags = worker.option("flags")
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        text = help_of(worker.option("path"), Path(folder))
    if flags.startswith("-O"):
        return listed(text, flags)
    return [argument.removeprefix("--") for argument in expanded(flags, lambda: text)]


def listed(help_text: str, flag: str) -> list[str]:
    """Return the passes that a flag such as `-O` is equivalent to, as the help of a version lists them."""
    lines = help_text.splitlines()
    start = next((number for number, line in enumerate(lines) if line.strip() == flag), len(lines))
    names: list[str] = []
    for line in lines[start + 1 :]:
        found = _LISTED.fullmatch(line)
        if found is not None:
            names.append(found["name"])
        elif names or line.lstrip().startswith("-"):
            break
    return names


def with_passes(target: Target, names: Sequence[str]) -> Target:
    """Return the target of spirv-opt with another list of passes."""
    flags = EXPLICIT + ",".join(names)
    stage = target.stages[0]
    options = tuple((dict(stage.worker.options) | {"flags": flags}).items())
    stage = msgspec.structs.replace(stage, worker=msgspec.structs.replace(stage.worker, options=options))
    name = f"{target.id.rpartition(':')[0]}:{flags}"
    return msgspec.structs.replace(target, id=name, stages=(stage, *target.stages[1:]), groups=())
