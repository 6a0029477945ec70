"""The seed program of a case is made small: where our interpreter says what it gives, that of a smaller one is known too.

Each candidate is a case of its own, made by the method with the same steps: what is undefined, or makes a step
impossible, is no case. It must show the same bug, also in a new worker, while a target of another family gives what is
expected. What the smallest one of a round could be excused with is looked for as for any finding (`innocence`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.campaign.configuration import PATIENCE
from aberration.campaign.innocence import Innocence
from aberration.campaign.observe import Observer, Seen, observe_fresh
from aberration.campaign.references import References
from aberration.campaign.witness import needs_witness, witnesses
from aberration.core.comparison import Tolerance
from aberration.core.errors import BadInput, InternalError
from aberration.core.method import Method
from aberration.core.oracle import Expected, Verdict
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.interestingness import same_bug
from aberration.reduce.program import Limits, ShrunkProgram, Tests, shrink
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

SEED: Final = "seed"
LANGUAGES: Final = frozenset(("essl", "glsl", "wgsl"))
FRESH_RUNS: Final = 3
Keep = Callable[[TestCase], None]


class Shrunk(msgspec.Struct, frozen=True):
    """The case with the smallest program, and how it was come to; `slips` are other bugs met on the way, `defects`
    what our own code said that it must not say.
    """

    case: TestCase
    program: ShrunkProgram
    slips: tuple[tuple[TestCase, Verdict], ...] = ()
    defects: tuple[str, ...] = ()


def can_shrink(case: TestCase) -> bool:
    """True for a case of one shader, whose result our interpreter says: what it runs is the seed's own text."""
    seed = case.recipe.seeds.get(SEED)
    if seed is None or len(case.recipe.seeds) != 1 or seed.language not in LANGUAGES or not needs_witness(case):
        return False
    assert isinstance(case.oracle, Expected)
    return seed.stage != "program" and case.programs[case.oracle.program].source == seed.source


class ProgramShrinker:
    """Makes the seed program of a case small that shows the bug `wanted` on a target."""

    def __init__(self, pool: TargetPool, target: Target, method: Method, deadline: float, wanted: Verdict) -> None:
        self._pool = pool
        self._target = target
        self._method = method
        self._deadline = deadline
        self._wanted = wanted
        self._observer = Observer(pool, References(pool, (), Tolerance(), deadline), deadline)
        self._innocence = Innocence(method, deadline * PATIENCE, self._again)
        self._witness: Target | None = None
        self._slips: dict[tuple[str, str], tuple[TestCase, Verdict]] = {}
        self._defects: dict[str, None] = {}

    def shrink(self, case: TestCase, limits: Limits, keep: Keep) -> Shrunk:
        """Return the smallest case; `keep` is told of each that was believed. Raise `BadInput` for one that is none."""
        self._witness = self._asked_witness(case)
        tests = Tests(
            lambda program: self._interesting(case, program),
            lambda program: self._steady(case, program),
            lambda program: self._plausible(case, program),
        )

        def believed(program: Program) -> None:
            made = self._made(case, program)
            if made is not None:
                keep(made)

        found = shrink(case.recipe.seeds[SEED], tests, limits, believed)
        smallest = self._made(case, found.program)
        return Shrunk(smallest or case, found, tuple(self._slips.values()), tuple(self._defects))

    def _made(self, case: TestCase, program: Program) -> TestCase | None:
        """Return the case of another seed program with the same steps; None where it is no test."""
        recipe = msgspec.structs.replace(case.recipe, seeds={SEED: program})
        try:
            made = self._method.replay(recipe).case
        except BadInput:
            return None
        except InternalError as error:
            self._defects.setdefault(f"{error.message}\n{program.source.decode()}")
            return None
        if len(made.recipe.steps) != len(case.recipe.steps):
            return None
        oracle = msgspec.structs.replace(made.oracle, tolerance=case.oracle.tolerance)
        return msgspec.structs.replace(made, oracle=oracle)

    def _plausible(self, case: TestCase, program: Program) -> bool:
        """True where the bug shows, and the witness gives what is expected."""
        made = self._made(case, program)
        if made is None or not self._shows(made):
            return False
        return self._witness is None or self._verdict(made, self._witness).kind == "pass"

    def _steady(self, case: TestCase, program: Program) -> bool:
        """True where the bug shows in a new worker: it is nothing that earlier programs have left behind."""
        made = self._made(case, program)
        return made is not None and same_bug(self._wanted, self._again(made, [self._target]).verdicts[self._target.id])

    def _shows(self, made: TestCase) -> bool:
        seen = self._verdict(made, self._target)
        if same_bug(self._wanted, seen):
            return True
        if seen.is_finding:
            self._slips.setdefault((seen.kind, seen.signature), (made, seen))
        return False

    def _interesting(self, case: TestCase, program: Program) -> bool:
        """True where the bug shows in new workers each time, and nothing explains it."""
        made = self._made(case, program)
        if made is None:
            return False
        seen = [self._again(made, [self._target]).verdicts[self._target.id] for _ in range(FRESH_RUNS)]
        if not all(same_bug(self._wanted, verdict) for verdict in seen):
            return False
        return not self._innocence.explanation(made, self._target, [self._target], seen[0])

    def _asked_witness(self, case: TestCase) -> Target | None:
        """Return who is asked each time what a smaller program gives: the first that is right about the whole one."""
        if self._wanted.kind != "wrong":
            return None
        others = witnesses(case, self._target, discover())
        return next((one for one in others if self._verdict(case, one).kind == "pass"), None)

    def _verdict(self, case: TestCase, target: Target) -> Verdict:
        seen = self._observer.observe(case, [target])
        return seen.verdicts.get(target.id, Verdict("none", detail=seen.skipped.get(target.id, "")))

    def _again(self, case: TestCase, targets: Sequence[Target]) -> Seen:
        return observe_fresh(self._pool, case, targets, self._deadline)
