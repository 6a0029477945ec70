"""C targets beside a C target: the same compiler at another level or with more time, and the
newest of each family.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from aberration.core.target import Target, WorkerSpec
from aberration.targets import c
from aberration.targets.runners.c.compiler import COMPILE_LIMIT, RUN_LIMIT

PLAIN: Final = "-O0"
OPTIMISING: Final = ("gcc", "clang")
"""The families that have levels and sanitizers, and whose word counts about other compilers."""

SHORT_SECONDS: Final = 2.5
SHORT_COMPILE_SECONDS: Final = 6.0
_C_RUNNERS: Final = ("c", "c_mutant")
"""The runners that take limits as options."""

_LIMITS: Final = {"compile_limit": COMPILE_LIMIT, "run_limit": RUN_LIMIT}


def level_of(target: Target) -> str:
    """Return the optimisation level of a target, such as `-O2`; nothing for what has none of
    its own.
    """
    if len(target.stages) != 1 or "mutants" in target.groups:
        return ""
    return target.stages[0].worker.option("level")


def at_level(target: Target, level: str) -> Target | None:
    """Return the same compiler at another level; None for a target without levels."""
    if not level_of(target):
        return None
    name = target.id.removesuffix(f":{level_of(target)}")
    return with_options(target, f"{name}:{level}", {"level": level})


def voters_of(targets: Iterable[Target]) -> dict[str, tuple[str, int]]:
    """Return the family of each target and its rank in it, the lowest level first: it speaks
    for its family.
    """
    ranks = {level: rank for rank, level in enumerate(c.LEVELS)}
    return {one.id: (one.family or one.id, ranks.get(level_of(one), 0)) for one in targets}


def with_more_time(target: Target, times: float) -> Target:
    """Return the target with that many times the time for compiling and for running."""
    worker = target.stages[0].worker
    limits = {
        key: str(float(worker.option(key, str(limit))) * times) for key, limit in _LIMITS.items()
    }
    return with_options(target, target.id, limits) if worker.runner in _C_RUNNERS else target


def with_short_limits(target: Target, *, compiling: bool = False) -> Target:
    """Return the target that waits less long for a program to end, where hangs are looked for again
    and again.

    `compiling`: it is the compiler that hangs, and is waited for less long as well.
    """
    if target.stages[0].worker.runner not in _C_RUNNERS:
        return target
    limits = {"run_limit": str(SHORT_SECONDS)} | (
        {"compile_limit": str(SHORT_COMPILE_SECONDS)} if compiling else {}
    )
    return with_options(target, target.id, limits)


def newest(compilers: Iterable[Target], family: str, level: str = PLAIN) -> Target | None:
    """Return the newest compiler of a family, at a level where it has levels; later ones are
    newer.
    """
    found = [target for target in compilers if target.family == family and target.available]
    return (at_level(found[-1], level) or found[-1]) if found else None


def with_options(target: Target, name: str, options: dict[str, str]) -> Target:
    """Return a target of one stage under another id and with other options of its runner."""
    stage = target.stages[0]
    merged = tuple((dict(stage.worker.options) | options).items())
    worker: WorkerSpec = msgspec.structs.replace(stage.worker, options=merged)
    return msgspec.structs.replace(
        target, id=name, stages=(msgspec.structs.replace(stage, worker=worker),)
    )
