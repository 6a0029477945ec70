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
_NUMBER = re.compile(r"\d+")


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
    relatives = [one for one in relatives_of(target) if asked_version(pool, one)]
    return find_culprit(target, relatives, CaseQuestions(case, pool, deadline))


def relatives_of(target: Target) -> list[Target]:
    """Return the installed versions of a target's compiler at its level, oldest first."""
    alike = [one for one in discover() if one.family == target.family and level_of(one) == level_of(target)]
    known = {one.id: one for one in [*alike, target] if one.available}
    return sorted(known.values(), key=_age)


def _age(target: Target) -> tuple[tuple[int, ...], str]:
    """Return what sorts compilers of a family: the numbers of the version, else of the name."""
    text = target.version or target.id.removesuffix(f":{level_of(target)}")
    return tuple(int(number) for number in _NUMBER.findall(text)), target.id
