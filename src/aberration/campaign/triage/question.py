"""The question of who is to blame for a violation, with what its checks may ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.campaign.known_results import KnownResults
from aberration.campaign.observe import Observation
from aberration.core.method import Method
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import BY_REQUEST, Target
from aberration.languages.spirv.interpret.proof import DEFAULT, Budget, Proof, prove
from aberration.targets import c, composition, opengl, translators, vulkan
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.roots import numbers
from aberration.targets.spirv_tools import in_all_versions

VARIANT_BUDGET: Final = Budget(8 * DEFAULT.steps, 8 * DEFAULT.whole_steps)
"""A variant does more than its seed: regions and rounds of loops are there twice."""

_DRIVER_RUNNERS: Final = frozenset(("vulkan", "opengl"))

Observe = Callable[[TestCase, Sequence[Target]], Observation]
"""Runs a case on targets and judges it."""
Run = Callable[[Target, Program], Outcome]
"""Runs a program on a target in new workers."""
Listed = Callable[[], Sequence[Target]]


def prove_variant(program: Program) -> Proof:
    """Return what the interpreter says of a variant, within its own budget."""
    return prove(program, VARIANT_BUDGET)


def drivers_here() -> list[Target]:
    """Return the drivers that can stand at the end of a chain."""
    known = (*vulkan.providers(), *opengl.providers())
    return [driver for driver in known if driver.kind == "executes" and driver.available]


def chains_here() -> list[Target]:
    """Return the chains of a front end and a Vulkan driver that bring shaders in GLSL and ESSL to
    drivers which do not read them.
    """
    glslangs = [one for one in translators.providers() if one.id.split("@")[0] == "glslang"]
    # The one that comes with aberration first, then the newest of the roots.
    able = [one for one in glslangs if one.available]
    newest = sorted(able[1:], key=lambda one: numbers(one.id), reverse=True)
    fronts = [*able[:1], *newest[:1]]
    ends = [one for one in vulkan.providers() if one.kind == "executes" and one.available]
    ends = [one for one in ends if not {BY_REQUEST, "float-images"} & {*one.groups}]
    found = [composition.resolve(f"{front.id}+{end.id}") for front in fronts for end in ends]
    return [chain for chain in found if chain is not None and chain.available]


class KnownTargets(msgspec.Struct, frozen=True):
    """The targets that can be asked, listed when a check wants them: `every` one, `compilers`
    of C, `drivers`, `chains` with one at the end, and the `members` of an endless family that
    differ from one in their version.
    """

    every: Listed = discover
    compilers: Listed = c.providers
    drivers: Listed = drivers_here
    chains: Listed = chains_here
    members: Callable[[Target], Sequence[Target]] = in_all_versions


HERE: Final = KnownTargets()
"""The targets of this machine."""


def with_others(known: KnownTargets, others: Sequence[Target]) -> KnownTargets:
    """Return the targets that can be asked where there are `others` beside those of this machine,
    each in the place that it would have here.
    """
    if not others:
        return known
    end = {one.id: one.stages[-1].worker.runner for one in others}
    compilers = [one for one in others if end[one.id] == "c"]
    single = [one for one in others if one.kind == "executes" and len(one.stages) == 1]
    drivers = [one for one in single if end[one.id] in _DRIVER_RUNNERS]
    return msgspec.structs.replace(
        known,
        every=lambda: _join(known.every(), others),
        compilers=lambda: _join(known.compilers(), compilers),
        drivers=lambda: _join(known.drivers(), drivers),
    )


def _join(here: Sequence[Target], others: Sequence[Target]) -> list[Target]:
    by_id = {one.id: one for one in others}
    return [*(by_id.pop(one.id, one) for one in here), *by_id.values()]


class Means(msgspec.Struct, frozen=True):
    """What all questions about the cases of a method are answered with; `deadline` in seconds for
    a sanitized run.
    """

    method: Method
    deadline: float
    observe: Observe
    run: Run
    known: KnownTargets = HERE
    proofs: KnownResults = msgspec.field(default_factory=lambda: KnownResults(prover=prove_variant))


def new_workers(pool: TargetPool, deadline: float) -> Run:
    """Return what runs programs in new workers of a pool, each for at most `deadline` seconds."""
    return lambda target, program: pool.run_fresh(target, program, deadline).outcome


class Question:
    """Who is to blame for a verdict on a target; `concerned` are the targets that must be
    compared, `seen` is what was seen at first.

    What new workers give for the case is asked once for each target.
    """

    def __init__(
        self,
        means: Means,
        case: TestCase,
        target: Target,
        verdict: Verdict,
        concerned: Sequence[Target] = (),
        seen: Observation | None = None,
    ) -> None:
        self.means = means
        self.case = case
        self.target = target
        self.verdict = verdict
        self.concerned = concerned or [target]
        self.seen = Observation({}, {}) if seen is None else seen
        self._observations: dict[Target, Observation] = {}

    @property
    def expected(self) -> Expected:
        """Return the claim of a case that has one."""
        assert isinstance(self.case.oracle, Expected)
        return self.case.oracle

    @property
    def program(self) -> Program:
        """Return the program of a case that says what it must give."""
        return self.case.programs[self.expected.program]

    def observation(self, target: Target) -> Observation:
        """Return what new workers give for the case on a target."""
        if target not in self._observations:
            self._observations[target] = self.means.observe(self.case, [target])
        return self._observations[target]

    def verdict_on(self, target: Target) -> Verdict:
        """Return the verdict on a target for the case; `none` if it could not be run."""
        return self.observation(target).verdict_on(target)

    def verdict_of(self, case: TestCase, target: Target, concerned: Sequence[Target]) -> Verdict:
        """Return the verdict on a target for another case, beside those that must be compared."""
        return self.means.observe(case, concerned).verdict_on(target)

    def again(self) -> Question:
        """Return the question about what new workers give, which may be another violation."""
        seen = self.observation(self.target)
        verdict = seen.verdicts[self.target.id]
        return Question(self.means, self.case, self.target, verdict, self.concerned, seen)


Check = Callable[[Question], str]
"""Returns the reason why the target is not to blame, or nothing."""
