"""Questions of the triage over targets that answer with what they are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from helpers import wordplay

from aberration.campaign.known_results import KnownResults, Prove
from aberration.campaign.observe import Observation
from aberration.campaign.triage.question import (
    HERE,
    KnownTargets,
    Means,
    Question,
    Run,
    prove_variant,
)
from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.outcome import Outcome, Rejected
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target

Ask = Callable[[TestCase, Target], Verdict]


def _wrong(_: TestCase, __: Target) -> Verdict:
    return Verdict("wrong", "wrong image")


def _unrunnable(_: Target, __: Program) -> Outcome:
    return Rejected("nobody runs it")


def question(
    case: TestCase,
    target: Target,
    verdict: Verdict,
    ask: Ask = _wrong,
    *,
    method: Method | None = None,
    run: Run = _unrunnable,
    known: KnownTargets = HERE,
    prove: Prove = prove_variant,
    seen: Observation | None = None,
) -> Question:
    """Return the question who is to blame, where targets give these verdicts on cases."""

    def observe(asked: TestCase, targets: Sequence[Target]) -> Observation:
        return Observation({}, {one.id: ask(asked, one) for one in targets})

    proofs = KnownResults(prover=prove)
    means = Means(method or wordplay.WordMethod(), 20.0, observe, run, known, proofs)
    return Question(means, case, target, verdict, seen=seen)
