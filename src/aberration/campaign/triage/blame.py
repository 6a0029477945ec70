"""Ask a compiler about the smallest case of a finding, within a time: what in it is to blame?

Where the bug is that something does not end, each question waits a short time for it: dozens are
asked.
"""

import re
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from aberration.campaign.configuration import QUICK_FACTOR, TIMEOUT_FACTOR
from aberration.campaign.observe import Observer, live_version
from aberration.campaign.references import References
from aberration.campaign.triage.bisection import OutOfQuestions
from aberration.campaign.triage.c_checks import is_c_claim
from aberration.campaign.triage.c_culprit import find_culprit
from aberration.campaign.triage.question import HERE, KnownTargets
from aberration.campaign.triage.shader_culprit import find_shader_culprit, label_of, with_passes_of
from aberration.core.errors import OutOfTime
from aberration.core.finding import Culprit
from aberration.core.oracle import Expected, Verdict, judge, judged_alone
from aberration.core.outcome import Compiled, Outcome
from aberration.core.recipe import TestCase
from aberration.core.signature import is_distinctive
from aberration.core.target import Target
from aberration.reduce.interestingness import same_bug
from aberration.targets.c_levels import level_of, with_options, with_short_limits
from aberration.targets.pool import TargetPool

T = TypeVar("T")

SECONDS = 1800.0
"""For the questions about one case, where nobody sets an end."""
_DRIVERS = ("vulkan", "opengl", "radv")
_MESA = re.compile(r"\bMesa (?P<number>\d+(?:\.\d+)+)")
_VERSION = re.compile(r"(?P<number>\d+(?:\.\d+)+)")


class Limit:
    """Questions until a moment by the monotonic clock; `cut` tells that it came before the last
    one.
    """

    def __init__(self, until: float) -> None:
        self.cut = False
        self._until = until

    def ask(self, look: Callable[[], T]) -> T:
        """Return what a look gives, or raise `OutOfQuestions` where there is no time for it."""
        try:
            if time.monotonic() <= self._until:
                return look()
        except OutOfTime:
            pass
        self.cut = True
        raise OutOfQuestions


class CaseQuestions:
    """The questions about one C case, whose bug is `wanted`; follows `Questions`."""

    def __init__(
        self, case: TestCase, wanted: Verdict, pool: TargetPool, deadline: float, limit: Limit
    ) -> None:
        assert isinstance(case.oracle, Expected)
        self._limit = limit
        self._oracle = case.oracle
        self._program = case.programs[case.oracle.program]
        self._hangs_compiling = wanted.signature == "timeout compile"
        self._pool = pool
        self._deadline = deadline * TIMEOUT_FACTOR

    def right(self, target: Target) -> bool:
        """Run the case on a target."""
        outcome = self._outcome_of(with_short_limits(target, compiling=self._hangs_compiling))
        verdicts = judge(self._oracle, {target.id: {self._oracle.program: outcome}})
        return verdicts[target.id].kind == "pass"

    def dump(self, target: Target, pattern: str, *, every: bool = True) -> str:
        """Compile the program of the case."""
        options = {"pattern": pattern, "all": "1"} if every else {"pattern": pattern}
        (stage,) = with_options(target, target.id, options).stages
        worker = msgspec.structs.replace(stage.worker, runner="c_messages")
        stage = msgspec.structs.replace(stage, worker=worker)
        outcome = self._outcome_of(msgspec.structs.replace(target, stages=(stage,)))
        return outcome.note if isinstance(outcome, Compiled) else ""

    def _outcome_of(self, target: Target) -> Outcome:
        return self._limit.ask(
            lambda: self._pool.run(target, self._program, self._deadline).outcome
        )


class ShaderCaseQuestions:
    """The questions about one case of shaders, whose bug is `wanted`; follows `ShaderQuestions`."""

    def __init__(
        self, case: TestCase, wanted: Verdict, pool: TargetPool, deadline: float, limit: Limit
    ) -> None:
        self._limit = limit
        self._case = case
        self._wanted = wanted
        references = References(pool, (), case.oracle.tolerance, deadline)
        times = QUICK_FACTOR if wanted.kind == "timeout" else TIMEOUT_FACTOR
        self._observer = Observer(pool, references, deadline * times, retry="never")

    def shows(self, target: Target) -> bool:
        """Run the case on a target."""
        return same_bug(self._wanted, self.verdict(target))

    def shows_elsewhere(self, target: Target) -> bool:
        """Run the case on another version."""
        seen = self.verdict(target)
        # Another build has other names of frames for the same place.
        return same_bug(self._wanted, seen) or self._wanted.kind == seen.kind == "crash"

    def right(self, target: Target) -> bool:
        """Run the case on a target."""
        return self.verdict(target).kind == "pass"

    def verdict(self, target: Target) -> Verdict:
        """Run the case on a target and judge it."""
        seen = self._limit.ask(lambda: self._observer.observe(self._case, [target]))
        return seen.verdicts.get(target.id, Verdict("none"))


def _with_signatures(
    culprit: Culprit | None, versions: Sequence[Target], wanted: Verdict, ask: ShaderCaseQuestions
) -> Culprit | None:
    """Return the culprit of a crash with what each version says that dies of the same case with the
    same passes.

    Two builds have other frames for one bug where their functions have no names.
    """
    if culprit is None or wanted.kind != "crash":
        return culprit
    try:
        verdicts = [(label_of(one), ask.verdict(with_passes_of(one, culprit))) for one in versions]
    except OutOfQuestions:
        return culprit
    shown = tuple(
        (name, seen.signature)
        for name, seen in verdicts
        if seen.kind == "crash" and is_distinctive(seen.signature)
    )
    return msgspec.structs.replace(culprit, shown=shown)


class Blamed(msgspec.Struct, frozen=True):
    """What is to blame, None where nobody can tell; `cut` where the time was over before the
    last question.
    """

    culprit: Culprit | None = None
    cut: bool = False


def blame_until(
    case: TestCase,
    target: Target,
    wanted: Verdict,
    pool: TargetPool,
    deadline: float,
    until: float,
    known: KnownTargets = HERE,
) -> Blamed:
    """Look for the culprit of a case that shows the bug `wanted` on a target, until a moment by the
    monotonic clock.

    `deadline` is that of a campaign's run; other versions are among the targets that are `known`.
    """
    if not judged_alone(case.oracle):
        return Blamed()
    limit = Limit(until)
    try:
        if "c" not in target.languages:
            shader = ShaderCaseQuestions(case, wanted, pool, deadline, limit)
            versions = versions_of(target, known, pool, series_of)
            found = find_shader_culprit(target, versions, shader)
            return Blamed(_with_signatures(found, versions, wanted, shader), limit.cut)
        if not is_c_claim(case) or not level_of(target):
            return Blamed()
        asked = CaseQuestions(case, wanted, pool, deadline, limit)
        versions = versions_of(target, known, pool, level_of)
        return Blamed(find_culprit(target, versions, asked), limit.cut)
    except OutOfTime:
        return Blamed(cut=True)


def blame(
    case: TestCase, target: Target, wanted: Verdict, pool: TargetPool, deadline: float
) -> Culprit | None:
    """Return the culprit of a case that shows the bug `wanted` on a target; None where nobody
    can tell.
    """
    until = time.monotonic() + SECONDS
    return blame_until(case, target, wanted, pool, deadline, until).culprit


def series_of(target: Target) -> str:
    """Return what the versions of a compiler of shaders, used in one way, have in common."""
    return target.series or target.id


def versions_of(
    target: Target, known: KnownTargets, pool: TargetPool, settings: Callable[[Target], str]
) -> list[Target]:
    """Return the versions of a target's compiler that work here, with its settings, oldest
    first as they say.
    """
    return [one for _, one in _with_numbers(target, known, pool, settings)]


def in_versions(target: Target, known: KnownTargets, pool: TargetPool) -> list[tuple[str, Target]]:
    """Return all versions of a target's compiler that work here, used as it is, each with its
    number; oldest first.
    """
    found = _with_numbers(target, known, pool, level_of if "c" in target.languages else series_of)
    return [(".".join(map(str, _numbers(one, version))) or version, one) for version, one in found]


def _with_numbers(
    target: Target, known: KnownTargets, pool: TargetPool, settings: Callable[[Target], str]
) -> list[tuple[str, Target]]:
    """Return the versions that work here, each with what it says of itself; oldest first."""
    versions = {
        one.id: one
        for one in known.every()
        if one.family == target.family and settings(one) == settings(target)
    }
    for one in known.members(target):
        versions.setdefault(one.id, one)
    usable = {one.id: one for one in [*versions.values(), target] if one.available}
    named = [(live_version(pool, one), one) for one in usable.values()]
    there = [(version, one) for version, one in named if version]
    return sorted(there, key=lambda pair: (_numbers(pair[1], pair[0]), pair[1].id))


def _numbers(target: Target, version: str) -> tuple[int, ...]:
    """Return the numbers of a compiler's version; a driver of Mesa says that of LLVM first."""
    # A chain says the versions of all its links: the first link is the compiler that is asked
    # about.
    first = version.partition(", then ")[0]
    driver = target.stages[0].worker.runner in _DRIVERS
    found = (_MESA.search(first) if driver else None) or _VERSION.search(first)
    return tuple(int(number) for number in found["number"].split(".")) if found else ()
