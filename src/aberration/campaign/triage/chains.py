"""The links of a chain apart: whose fault is it when a translator and a driver together go
wrong?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.triage.known_result import LONG_STEPS
from aberration.campaign.triage.question import Question
from aberration.core.limits import beyond
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Buffers, Image, Translated
from aberration.core.target import Target

DRIVER_ALONE: Final = "the driver at the end of the chain goes wrong without the translator"
ONE_DRIVER: Final = (
    "another driver gives the right result for the translator's output: the fault may be "
    "the driver's"
)
DRIVER_IS_WRONG: Final = (
    "the fault is the driver's: what is written for it gives the known result by our interpreter"
)


def drivers_fault(question: Question) -> str:
    """Return that the driver of a chain goes wrong alone, or is the only one to."""
    target, verdict = question.target, question.verdict
    if verdict.kind == "crash" and not verdict.signature.startswith(f"{target.stages[-1].name}:"):
        return ""
    if len(target.stages) < 2:
        return ""
    drivers = question.means.known.drivers()
    alone, other = driver_alone(target, drivers), with_other_driver(target, drivers)
    if alone is not None and question.verdict_on(alone).kind == verdict.kind:
        return DRIVER_ALONE
    if other is None or question.verdict_on(other).kind != "pass":
        return ""
    return "" if is_proved_on_driver(question) else ONE_DRIVER


def is_proved_on_driver(question: Question) -> bool:
    """Whether the driver of a chain is wrong for certain about a shader of a known result: what is
    written for it may give that result by our interpreter of SPIR-V, and not what the driver gave.
    """
    oracle, target = question.case.oracle, question.target
    if not isinstance(oracle, Expected) or oracle.limits is not None or len(target.stages) < 2:
        return False
    before = msgspec.structs.replace(target, kind="translates", stages=target.stages[:-1])
    written = question.means.run(before, question.program)
    if not isinstance(written, Translated) or written.program.language != "spirv":
        return False
    proof = question.means.proofs.of(written.program)
    limits = proof.limits
    if limits is None or proof.steps > LONG_STEPS:
        return False
    if not isinstance(oracle.outcome, Image | Buffers) or beyond(oracle.outcome, limits).beyond:
        return False
    if question.verdict.kind != "wrong":
        return True
    outcomes = question.observation(target).outcomes.get(target.id, {})
    seen = outcomes.get(oracle.program)
    return isinstance(seen, Image | Buffers) and beyond(seen, limits).beyond > 0


def with_culprit(question: Question) -> Verdict:
    """Return the verdict, which says so where the driver at the end of a chain is at fault."""
    verdict = question.verdict
    if not is_proved_on_driver(question):
        return verdict
    detail = f"{verdict.detail}; {DRIVER_IS_WRONG}" if verdict.detail else DRIVER_IS_WRONG
    return msgspec.structs.replace(verdict, detail=detail)


def driver_alone(target: Target, drivers: Sequence[Target]) -> Target | None:
    """Return the last stage of a chain as a target of its own; None if there is none, or its
    language differs.
    """
    driver, mine = target.stages[-1], _own_driver(target, drivers)
    if len(target.stages) < 2 or (mine is not None and not {*mine.languages} & {*target.languages}):
        return None
    return msgspec.structs.replace(target, id=f"{driver.name} alone", stages=(driver,), groups=())


def with_other_driver(target: Target, drivers: Sequence[Target]) -> Target | None:
    """Return the chain with a driver of another family at its end, for the same languages; None
    if there is none.
    """
    mine = _own_driver(target, drivers)
    if len(target.stages) < 2 or mine is None:
        return None
    similar = [driver for driver in drivers if driver.languages == mine.languages]
    other = next((driver for driver in similar if driver.family != mine.family), None)
    if other is None:
        return None
    stages = (*target.stages[:-1], other.stages[-1])
    return msgspec.structs.replace(
        target, id=f"{target.id} on {other.id}", stages=stages, groups=()
    )


def _own_driver(target: Target, drivers: Sequence[Target]) -> Target | None:
    last = target.stages[-1].worker
    return next((driver for driver in drivers if driver.stages[-1].worker == last), None)
