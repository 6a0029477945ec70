"""A crash at the limit that we give a worker is not the driver's."""

from __future__ import annotations

import msgspec
from helpers.agreeing import case_of, sums
from helpers.questions import question

from aberration.campaign.triage.memory import MORE_MEMORY, TIMES, lacks_memory, with_more_memory
from aberration.core.oracle import Verdict
from aberration.core.target import Target
from aberration.targets.registry import discover

OPTIMISER = next(one for one in discover() if one.id == "spirv-opt@2025.5:-O")
CRASH, PASS = Verdict("crash", "SIGSEGV"), Verdict("pass")


def test_all_workers_of_a_chain_get_more() -> None:
    larger = with_more_memory(OPTIMISER)
    assert larger is not None
    given = [stage.worker.memory for stage in OPTIMISER.stages]
    assert any(given)
    assert [stage.worker.memory for stage in larger.stages] == [TIMES * one for one in given]
    assert larger.id != OPTIMISER.id


def test_a_target_without_a_limit_is_not_asked_again() -> None:
    free = msgspec.structs.replace(
        OPTIMISER,
        stages=tuple(
            msgspec.structs.replace(stage, worker=msgspec.structs.replace(stage.worker, memory=0))
            for stage in OPTIMISER.stages
        ),
    )
    assert with_more_memory(free) is None
    assert lacks_memory(question(case_of(sums()), free, CRASH, lambda *_: PASS)) == ""


def test_a_crash_that_is_gone_with_more_memory_is_set_aside() -> None:
    def answer(*, passing: bool, verdict: Verdict = CRASH) -> str:
        def ask(_: object, one: Target) -> Verdict:
            return PASS if passing and one.id.endswith("more memory") else CRASH

        return lacks_memory(question(case_of(sums()), OPTIMISER, verdict, ask))

    assert answer(passing=True) == MORE_MEMORY
    assert answer(passing=False) == ""
    assert answer(passing=True, verdict=Verdict("wrong", "wrong image")) == ""
