"""Ask a compiler about the smallest case of a finding, within limits: what in it is to blame?"""

import re
import time
from collections.abc import Callable

import msgspec

from aberration.campaign.ladder import is_c_claim
from aberration.campaign.observe import Observer, asked_version
from aberration.campaign.references import References
from aberration.core.finding import Culprit
from aberration.core.oracle import Expected, Verdict, judge, judged_alone
from aberration.core.outcome import Compiled
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.interestingness import same_bug
from aberration.targets.c_levels import brisk, level_of, with_options
from aberration.targets.culprit import OutOfQuestions, find_culprit
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.shader_culprit import find_shader_culprit

COMPILATIONS = 150
SECONDS = 300.0
_DRIVERS = ("vulkan", "opengl", "radv")
_MESA = re.compile(r"\bMesa (?P<number>\d+(?:\.\d+)+)")
_VERSION = re.compile(r"(?P<number>\d+(?:\.\d+)+)")


class _Limited:
    """Questions with a limit of their number and of seconds."""

    def __init__(self) -> None:
        self._left = COMPILATIONS
        self._until = time.monotonic() + SECONDS

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0 or time.monotonic() > self._until:
            raise OutOfQuestions


class CaseQuestions(_Limited):
    """The questions about one C case; follows `Questions`."""

    def __init__(self, case: TestCase, pool: TargetPool, deadline: float) -> None:
        super().__init__()
        assert isinstance(case.oracle, Expected)
        self._oracle = case.oracle
        self._program = case.programs[case.oracle.program]
        self._pool = pool
        self._deadline = deadline

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


class ShaderCaseQuestions(_Limited):
    """The questions about one case of shaders, whose bug is `wanted`; follows `ShaderQuestions`."""

    def __init__(self, case: TestCase, wanted: Verdict, pool: TargetPool, deadline: float) -> None:
        super().__init__()
        self._case = case
        self._wanted = wanted
        self._observer = Observer(pool, References(pool, (), case.oracle.tolerance, deadline), deadline)

    def shows(self, target: Target) -> bool:
        """Run the case on a target."""
        return same_bug(self._wanted, self._verdict(target))

    def right(self, target: Target) -> bool:
        """Run the case on a target."""
        return self._verdict(target).kind == "pass"

    def _verdict(self, target: Target) -> Verdict:
        self._count()
        seen = self._observer.observe(self._case, [target])
        return seen.verdicts.get(target.id, Verdict("none"))


def blame(case: TestCase, target: Target, wanted: Verdict, pool: TargetPool, deadline: float) -> Culprit | None:
    """Return the culprit of a case that shows the bug `wanted` on a target; None where nobody can tell."""
    if not judged_alone(case.oracle):
        return None
    if "c" not in target.languages:
        relatives = relatives_of(target, pool, _series)
        return find_shader_culprit(target, relatives, ShaderCaseQuestions(case, wanted, pool, deadline))
    if not is_c_claim(case) or not level_of(target):
        return None
    return find_culprit(target, relatives_of(target, pool, level_of), CaseQuestions(case, pool, deadline))


def _series(target: Target) -> str:
    """Return what the versions of a compiler of shaders, used in one way, have in common."""
    return target.series or target.id


def relatives_of(target: Target, pool: TargetPool, settings: Callable[[Target], str]) -> list[Target]:
    """Return the versions of a target's compiler that work here, with its settings, oldest first as they say."""
    alike = [one for one in discover() if one.family == target.family and settings(one) == settings(target)]
    known = {one.id: one for one in [*alike, target] if one.available}
    told = {name: asked_version(pool, one) for name, one in known.items()}
    there = [one for name, one in known.items() if told[name]]
    return sorted(there, key=lambda one: (_numbers(one, told[one.id]), one.id))


def _numbers(target: Target, told: str) -> tuple[int, ...]:
    """Return the numbers of a compiler's version; a driver of Mesa tells that of LLVM first."""
    first = told.partition(", then ")[0]
    driver = target.stages[0].worker.runner in _DRIVERS
    found = (_MESA.search(first) if driver else None) or _VERSION.search(first)
    return tuple(int(number) for number in found["number"].split(".")) if found else ()
