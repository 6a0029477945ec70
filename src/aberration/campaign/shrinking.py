"""The seed programs of a case are made small, one after the other: our interpreter says what
smaller ones give as well.

Each candidate is a case of its own, made by the method with the same steps, or those of them that
are left: what is undefined is no case. It must show the same bug, also in a new worker, while a
target of another family gives what is expected. What the smallest one of a round could be explained
by is looked for as for any finding (`triage/false_positives`).
"""

from __future__ import annotations

import time
from functools import lru_cache, partial
from typing import Final

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.observe import Observer, observe_fresh
from aberration.campaign.references import References
from aberration.campaign.triage.cross_check import cross_check_targets, needs_cross_check
from aberration.campaign.triage.front_ends import acceptors
from aberration.campaign.triage.question import HERE, KnownTargets
from aberration.core.errors import BadInput, InternalError
from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.program import SHADING, Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.languages.spirv.assembly import disassemble
from aberration.reduce.interestingness import same_bug
from aberration.reduce.module import shrink_module
from aberration.reduce.program import (
    Limits,
    Questions,
    Shrink,
    ShrunkProgram,
    Status,
    lines_of,
    shrink,
)
from aberration.reduce.reducer import Reduced, reduce_case
from aberration.reduce.search import Keep, Test, forget
from aberration.targets.pool import TargetPool

_WARM_RUNS: Final = 3
_SHARE: Final = 0.75
"""Of the time; what is left is for the confirmer."""
_OF_MODULES: Final = frozenset(("fuse",))
"""The methods that prove anew what a case of smaller SPIR-V modules gives."""


class Shrunk(msgspec.Struct, frozen=True):
    """A reduction whose case has the smallest program, and how that was come to; without `program`
    it was left alone.

    `defects` are what our own code said that it must not say, with the program.
    """

    reduced: Reduced
    program: ShrunkProgram | None = None
    defects: tuple[str, ...] = ()


def can_shrink(case: TestCase) -> bool:
    """True for a case of shaders, whose result our interpreter says: the method makes it again of
    any smaller seeds, which few methods do of SPIR-V modules.
    """
    seeds = case.recipe.seeds.values()
    languages = {*SHADING, *(("spirv",) if case.recipe.method in _OF_MODULES else ())}
    if not seeds or any(one.language not in languages or one.stage == "program" for one in seeds):
        return False
    return needs_cross_check(case)


def seed_lines(case: TestCase) -> int:
    """Return how many lines the seed programs of a case have."""
    return sum(map(lines_of, case.recipe.seeds.values()))


def lines_before_and_after(given: TestCase, smallest: TestCase) -> tuple[int, int] | None:
    """Return how many lines the seed programs had and have; None where they are the same."""
    before, after = (
        [one.source for one in case.recipe.seeds.values()] for case in (given, smallest)
    )
    if not before or not after or before == after:
        return None
    return seed_lines(given), seed_lines(smallest)


class ProgramShrinker:
    """Makes the seed programs of a case small that shows the bug `wanted` on a target."""

    def __init__(
        self,
        pool: TargetPool,
        target: Target,
        method: Method,
        configuration: FuzzConfiguration,
        wanted: Verdict,
        known: KnownTargets = HERE,
        way: Shrink = shrink,
    ) -> None:
        self._pool = pool
        self._target = target
        self._method = method
        self._deadline = configuration.deadline
        self._wanted = wanted
        self._observer = Observer(
            pool, References(pool, (), configuration.tolerance, self._deadline), self._deadline
        )
        self._known = known
        self._way = way
        self._confirmer = Confirmer(pool, configuration, method, known=known)
        self._cross_check: Target | None = None
        self._only_fresh = False
        self._other_bugs: dict[tuple[str, str], tuple[TestCase, Verdict]] = {}
        self._defects: dict[str, None] = {}

    def shrink(self, reduced: Reduced, limits: Limits, keep: Keep[TestCase] = forget) -> Shrunk:
        """Return the reduction with a smaller program; `keep` gets each that was believed.

        Steps that are not needed any more go. Where the confirmer does not take the smaller case as
        it took the finding, the larger one stays.
        """
        if not can_shrink(reduced.case):
            return Shrunk(reduced)
        small, found = self._smallest(reduced, limits, keep)
        # Lines, then bytes: a program with few edits, printed anew, may be longer than it was.
        smaller = _size(small.case) < _size(reduced.case)
        confirmed = smaller and self._confirms(small.case)
        best = small if confirmed else reduced
        other_bugs = (*best.other_bugs, *self._other_bugs.values())
        return Shrunk(
            msgspec.structs.replace(best, other_bugs=other_bugs),
            found if confirmed or not smaller else None,
            tuple(self._defects),
        )

    def _smallest(
        self, reduced: Reduced, limits: Limits, keep: Keep[TestCase]
    ) -> tuple[Reduced, ShrunkProgram]:
        """Make the program small, then drop the steps that it has no use for, and the rewrites.

        Begin again where some went, and with new workers alone where the bug does not show each
        time in an old one.
        """
        until = time.monotonic() + limits.seconds * _SHARE
        while True:
            left = Limits(limits.tries, max(until - time.monotonic(), 0.0))
            small, found = self._with_small_programs(reduced.case, left, keep)
            if small == reduced.case:
                return reduced, found
            shorter = self._with_fewer_steps(
                msgspec.structs.replace(reduced, case=small, neighbour=None)
            )
            fewer = len(shorter.case.recipe.steps) < len(reduced.case.recipe.steps)
            reduced = shorter
            if not fewer and (self._only_fresh or not self._is_flaky(reduced.case)):
                return reduced, found
            self._only_fresh = self._only_fresh or not fewer

    def _with_fewer_steps(self, reduced: Reduced) -> Reduced:
        recipe = reduced.case.recipe
        if not recipe.steps and next(iter(self._method.simplify(recipe)), None) is None:
            return reduced
        again = reduce_case(
            reduced.case, self._method, self._wanted, lambda case: self._verdict(case, self._target)
        )
        if not again.is_stable:
            return reduced
        return msgspec.structs.replace(reduced, case=again.case, neighbour=again.neighbour)

    def _is_flaky(self, case: TestCase) -> bool:
        """True where a worker that ran other programs does not always show the bug: memory that
        it reads is not new.
        """
        seen = [self._verdict(case, self._target) for _ in range(_WARM_RUNS)]
        return not all(same_bug(self._wanted, verdict) for verdict in seen)

    def _with_small_programs(
        self, case: TestCase, limits: Limits, keep: Keep[TestCase]
    ) -> tuple[TestCase, ShrunkProgram]:
        """Return the case with each seed program made small, in an equal share of the time."""
        until = time.monotonic() + limits.seconds
        roles = list(case.recipe.seeds)
        results: list[ShrunkProgram] = []
        for done, role in enumerate(roles):
            left = max(until - time.monotonic(), 0.0) / (len(roles) - done)
            results.append(self._small_program(case, role, Limits(limits.tries, left), keep))
            case = self._case_with(case, role, results[-1].program) or case
        status: Status = "complete" if all(one.status == "complete" for one in results) else "limit"
        return case, msgspec.structs.replace(
            results[-1],
            status=status,
            tries=sum(one.tries for one in results),
            seconds=sum(one.seconds for one in results),
        )

    def _small_program(
        self, case: TestCase, role: str, limits: Limits, keep: Keep[TestCase]
    ) -> ShrunkProgram:
        self._cross_check = self._cross_check_target(case)
        # All questions about a program come one after the other.
        made_with = lru_cache(maxsize=1)(partial(self._case_with, case, role))

        def about(test: Test[TestCase]) -> Test[Program]:
            def answer(program: Program) -> bool:
                made = made_with(program)
                return made is not None and test(made)

            return answer

        def keep_case(program: Program) -> None:
            made = made_with(program)
            if made is not None:
                keep(made)

        tests = Questions(about(self._interesting), about(self._fresh), about(self._plausible))
        start = case.recipe.seeds[role]
        way = shrink_module if start.language == "spirv" else self._way
        return way(start, tests, limits, keep_case)

    def _confirms(self, case: TestCase) -> bool:
        """Ask the confirmer, as for a finding that an executor saw."""
        seen = observe_fresh(self._pool, case, [self._target], self._deadline)
        found = [one.finding for one in self._confirmer.findings(0, case, [self._target], seen)]
        return any(
            one.state == "new"
            and same_bug(self._wanted, one.verdict)
            and one.reliability == "reliable"
            for one in found
        )

    def _case_with(self, case: TestCase, role: str, program: Program) -> TestCase | None:
        """Return the case of another seed program with the same steps, or those that still apply;
        None where it is no test.
        """
        seeds = {**case.recipe.seeds, role: program}
        recipe = msgspec.structs.replace(case.recipe, seeds=seeds)
        try:
            made = self._method.replay(recipe).case
        except BadInput:
            return None
        except InternalError as error:
            text = disassemble(program.source) if program.language == "spirv" else ""
            self._defects.setdefault(f"{error.message}\n{text or program.source.decode()}")
            return None
        oracle = msgspec.structs.replace(made.oracle, tolerance=case.oracle.tolerance)
        return msgspec.structs.replace(made, oracle=oracle)

    def _plausible(self, made: TestCase) -> bool:
        """True where the bug shows, and the cross-check target gives what is expected."""
        if not self._shows(made):
            return False
        return self._cross_check is None or self._verdict(made, self._cross_check).kind == "pass"

    def _fresh(self, made: TestCase) -> bool:
        """True where the bug shows in a new worker: it is nothing that earlier programs have
        left behind.
        """
        return same_bug(self._wanted, self._newly(made))

    def _shows(self, made: TestCase) -> bool:
        seen = self._newly(made) if self._only_fresh else self._verdict(made, self._target)
        if same_bug(self._wanted, seen):
            return True
        if seen.is_finding:
            self._other_bugs.setdefault((seen.kind, seen.signature), (made, seen))
        return False

    def _interesting(self, made: TestCase) -> bool:
        """True where the bug shows in a new worker, and nothing explains it."""
        if not self._fresh(made):
            return False
        return not self._confirmer.explanation(made, self._target, [self._target], self._wanted)

    def _cross_check_target(self, case: TestCase) -> Target | None:
        """Return who is asked each time what a smaller program gives: the first that is right
        about the whole one.
        """
        if self._wanted.kind not in ("wrong", "rejected"):
            return None
        who = acceptors if self._wanted.kind == "rejected" else cross_check_targets
        others = who(case, self._target, self._known.every())
        return next((one for one in others if self._verdict(case, one).kind == "pass"), None)

    def _verdict(self, case: TestCase, target: Target) -> Verdict:
        return self._observer.observe(case, [target]).verdict_on(target)

    def _newly(self, case: TestCase) -> Verdict:
        return observe_fresh(self._pool, case, [self._target], self._deadline).verdicts[
            self._target.id
        ]


def _size(case: TestCase) -> tuple[int, int]:
    """Return lines and bytes of the seed programs."""
    return seed_lines(case), sum(len(one.source) for one in case.recipe.seeds.values())
