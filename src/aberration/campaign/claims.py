"""What compilers of C agree about, as the claim that a program prints just that.

With it one target is judged alone: it goes through the C checks, is asked for its culprit, and its
text can be reduced, as any program with a known result. Where as many families say one thing as
another, a family that was not asked yet decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.campaign.observe import Observation
from aberration.core.oracle import NO_MAJORITY, Agree, Expected, judge
from aberration.core.outcome import Outcome, Text
from aberration.core.recipe import TestCase
from aberration.core.target import BY_REQUEST, Target
from aberration.targets.c_levels import PLAIN, at_level, voters_of

Ask = Callable[[Target], Outcome]
"""Runs the program of a case on a target, in a new worker."""
_LEFT_OUT: Final = frozenset({"mutants", "identity", BY_REQUEST})


def with_majority_claim(
    case: TestCase,
    targets: Sequence[Target],
    seen: Observation,
    known: Callable[[], Sequence[Target]],
    ask: Ask,
) -> tuple[TestCase, Observation]:
    """Return a case of C compilers that are compared as one with a known result, if there is a
    majority.

    `known` gives all targets that there are, for those that are asked where there is none.
    """
    oracle = case.oracle
    if not isinstance(oracle, Agree) or case.programs[oracle.program].language != "c":
        return case, seen
    result = _common_result(oracle, seen)
    if result is None and any(
        verdict.signature == NO_MAJORITY for verdict in seen.verdicts.values()
    ):
        result = _result_by_majority(oracle, targets, seen, known(), ask)
    if result is None:
        return case, seen
    claim = Expected(result, oracle.program, oracle.tolerance)
    return msgspec.structs.replace(case, oracle=claim), msgspec.structs.replace(
        seen, verdicts=judge(claim, seen.outcomes)
    )


def _common_result(oracle: Agree, seen: Observation) -> Text | None:
    """Return what those gave that passed."""
    passed = (
        seen.outcomes[name][oracle.program]
        for name, one in seen.verdicts.items()
        if one.kind == "pass"
    )
    return next((outcome for outcome in passed if isinstance(outcome, Text)), None)


def _result_by_majority(
    oracle: Agree, targets: Sequence[Target], seen: Observation, known: Sequence[Target], ask: Ask
) -> Text | None:
    """Return what most say when one more family after the other is asked, None where nobody
    decides.
    """
    asked = list(targets)
    outcomes = dict(seen.outcomes)
    for other in _others(targets, known):
        outcomes[other.id] = {oracle.program: ask(other)}
        asked.append(other)
        verdicts = judge(oracle, outcomes, voters_of(asked))
        agreed = _common_result(
            oracle, msgspec.structs.replace(seen, outcomes=outcomes, verdicts=verdicts)
        )
        if agreed is not None:
            return agreed
    return None


def _others(targets: Sequence[Target], known: Sequence[Target]) -> list[Target]:
    """Return one compiler of each family that is not among the targets, without optimisation
    where it has levels.
    """
    families = {target.family or target.id for target in targets}
    able = [
        one
        for one in known
        if one.available and one.kind == "executes" and "c" in one.own_languages
    ]
    others: dict[str, Target] = {}
    for one in able:
        family = one.family or one.id
        if family not in families and not _LEFT_OUT & {*one.groups}:
            others.setdefault(family, at_level(one, PLAIN) or one)
    return list(others.values())
