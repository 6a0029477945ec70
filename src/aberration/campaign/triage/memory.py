"""A crash at the limit of memory that we give a worker, and that its driver does not know of."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.campaign.triage.question import Question
from aberration.core.target import Stage, Target

TIMES: Final = 3
"""So many times the memory: 12 GiB for most workers, which any machine of a tester has."""
MORE_MEMORY: Final = f"it is right with {TIMES} times the memory that we give it"


def lacks_memory(question: Question) -> str:
    """Return that a crash is gone where the target may use more memory, or nothing."""
    if question.verdict.kind != "crash":
        return ""
    larger = with_more_memory(question.target)
    if larger is None or question.verdict_on(larger).kind != "pass":
        return ""
    return MORE_MEMORY


def with_more_memory(target: Target) -> Target | None:
    """Return a target whose workers may use more memory; None where they have no limit of ours."""
    if not any(stage.worker.memory for stage in target.stages):
        return None
    return msgspec.structs.replace(
        target, id=f"{target.id} with more memory", stages=tuple(map(_larger, target.stages))
    )


def _larger(stage: Stage) -> Stage:
    worker = msgspec.structs.replace(stage.worker, memory=TIMES * stage.worker.memory)
    return msgspec.structs.replace(stage, worker=worker)
