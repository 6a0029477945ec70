"""A judge for each case: the test is made anew of each smaller program, and asked about."""

from __future__ import annotations

from typing import Final

from experiments.shader_reduction.cases import DEADLINE, Drawn, case_of
from experiments.shader_reduction.questions import OURS, Shows, differ, mutated, run, shows
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.oracle import Verdict, judge
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.methods.smith.method import SmithMethod
from aberration.reduce.interestingness import same_bug
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.shading_mutants.catalogue import shading_mutant
from aberration.targets.shading_mutants.mutant import ShadingMutant


class OnMutant:
    """Shows a planted bug, by our interpreter."""

    def __init__(self, mutant: ShadingMutant) -> None:
        self._mutant = mutant

    def in_case(self, case: TestCase) -> bool:
        """Say whether the mutant's text gives something else than is expected."""
        return shows(case, self._mutant)

    def in_text(self, program: Program) -> bool:
        """Say whether a text is defined, and the mutant's text, too, but gives another result."""
        changed = mutated(program, self._mutant)
        return changed is not None and differ(run(program), run(changed))


class OnTarget:
    """Shows a bug on a target of this machine, in a worker that is kept."""

    def __init__(self, pool: TargetPool, target: Target, wanted: Verdict) -> None:
        self._pool = pool
        self._target = target
        self._wanted = wanted

    def in_case(self, case: TestCase) -> bool:
        """Say whether the target does with a test what it did at first."""
        outcome = self._pool.run(self._target, case.programs["program"], DEADLINE).outcome
        seen = judge(case.oracle, {self._target.id: {"program": outcome}})[self._target.id]
        return same_bug(self._wanted, seen)

    def in_text(self, program: Program) -> bool:
        """Say whether a text is defined, and the target gives another result."""
        given = run(program)
        return differ(given, self._pool.run(self._target, program, DEADLINE).outcome)


class Machine:
    """The targets of this machine, looked for when the first is asked for, and their workers."""

    def __init__(self, pool: TargetPool) -> None:
        self._pool = pool
        self._targets: dict[str, Target] = {}

    def shows(self, drawn: Drawn) -> Shows:
        """Return the question whether the bug of a case shows."""
        if drawn.mutant:
            return OnMutant(shading_mutant(drawn.mutant))
        if not self._targets:
            self._targets = {target.id: target for target in discover()}
        wanted = Verdict(drawn.kind, drawn.signature)
        return OnTarget(self._pool, self._targets[drawn.target], wanted)


class Judge:
    """Says whether a smaller program, rewritten just in time as the method does it, still shows
    the bug. `defects` are the errors of our own code on the way, with the program.
    """

    def __init__(self, drawn: Drawn, shows: Shows) -> None:
        self._method: Final = SmithMethod()
        self._shows = shows
        self.drawn: Final = drawn
        self.case = case_of(self._method, drawn.language, drawn.preset, drawn.seed)
        self.seed = self.case.recipe.seeds["seed"]
        self.defects: list[str] = []
        self._answers: dict[str, bool] = {}

    def case_with(self, seed: Program) -> TestCase | None:
        """Return the test that is made of another seed; None where it is none."""
        try:
            return self._method.replay(replace(self.case.recipe, seeds={"seed": seed})).case
        except BadInput:
            return None

    def __call__(self, seed: Program) -> bool:
        if seed.digest not in self._answers:
            self._answers[seed.digest] = self._answer(seed)
        return self._answers[seed.digest]

    def _answer(self, seed: Program) -> bool:
        try:
            made = self.case_with(seed)
            return made is not None and self._shows.in_case(made)
        except OURS as error:
            self.defects.append(f"{type(error).__name__}: {error}\n{seed.source.decode()}")
            return False

    def plain(self, program: Program) -> bool:
        """Answer without rewriting: is the text defined, and does the bug show in it?"""
        return self._shows.in_text(program)
