"""Ask a C compiler about the smallest case of a finding, within limits: what in it is to blame?"""

import re
import time

import msgspec

from aberration.campaign.ladder import is_c_claim
from aberration.campaign.observe import asked_version
from aberration.core.finding import Culprit
from aberration.core.oracle import Expected, judge
from aberration.core.outcome import Compiled
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.c_levels import brisk, level_of, with_options
from aberration.targets.culprit import OutOfQuestions, find_culprit
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

COMPILATIONS = 150
SECONDS = 300.0
_VERSION = re.compile(r"\d+(?:\.\d+)+")


class CaseQuestions:
    """The questions about one case, with a limit of compilations and of seconds; follows `Questions`."""

    def __init__(self, case: TestCase, pool: TargetPool, deadline: float) -> None:
        assert isinstance(case.oracle, Expected)
        self._oracle = case.oracle
        self._program = case.programs[case.oracle.program]
        self._pool = pool
        self._deadline = deadline
        self._left = COMPILATIONS
        self._until = time.monotonic() + SECONDS

    def right(self, target: Target) -> bool:
        """Run the case on a target."""
        self._count()
        outcome = self._pool.run(brisk(target), self._program, self._deadline).outcome
        return judge(self._oracle, {target.id: {self._oracle.program: outcome}})[target.id].kind == "pass"

    def told(self, target: Target, telling: str, *, every: bool = True) -> str:
        """Compile the program of the case."""
        self._count()
        asked = with_options(target, target.id, {"telling": telling, **({"all": "1"} if every else {})})
        worker = msgspec.structs.replace(asked.stages[0].worker, runner="c_told")
        stage = msgspec.structs.replace(asked.stages[0], worker=worker)
        asked = msgspec.structs.replace(asked, stages=(stage,))
        outcome = self._pool.run(asked, self._program, self._deadline).outcome
        return outcome.note if isinstance(outcome, Compiled) else ""

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0 or time.monotonic() > self._until:
            raise OutOfQuestions


def blame(case: TestCase, target: Target, pool: TargetPool, deadline: float) -> Culprit | None:
    """Return the culprit of a case with a known result that a C target does not give; None where nobody can tell."""
    if not is_c_claim(case) or not level_of(target):
        return None
    return find_culprit(target, relatives_of(target, pool), CaseQuestions(case, pool, deadline))


def relatives_of(target: Target, pool: TargetPool) -> list[Target]:
    """Return the versions of a target's compiler that work here, at its level, oldest first as they say themselves."""
    alike = [one for one in discover() if one.family == target.family and level_of(one) == level_of(target)]
    known = {one.id: one for one in [*alike, target] if one.available}
    told = {name: asked_version(pool, one) for name, one in known.items()}
    return sorted((one for name, one in known.items() if told[name]), key=lambda one: (_numbers(told[one.id]), one.id))


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.search(version)
    return tuple(int(number) for number in found[0].split(".")) if found else ()
